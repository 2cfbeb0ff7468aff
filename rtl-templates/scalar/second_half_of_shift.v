  // vshl and vshr share one shifter, whose second half gives 0 for other operations.
  ${ shifted }$

  ${ instance }$
