/** The shapes of the engine's answers. Values of wires are hexadecimal digits without a prefix. */

export interface Fault {
  message: string;
  help?: string;
  from?: number;
  to?: number;
}
export interface Registers {
  a: string;
  b: string;
  c: string;
  cc: string;
}
export interface Net {
  name: string;
  width: number;
  line?: number;
  dir?: "in" | "out" | null;
}
export interface Field {
  name: string;
  high: number;
  low: number;
  value: number | string;
  meaning: string;
}

export interface Unit {
  id: string;
  unit: string;
  title: string;
  config: string;
  profile: string;
  depth: number;
  handshake: string;
  flags: boolean;
  clock_enable: boolean;
  flush: boolean;
  foreign: boolean;
  operations: string[];
}
export interface Rule {
  section: string;
  title: string;
  formula: string;
  text: string;
  decisions: { id: string; text: string }[];
}
export interface Example {
  title: string;
  unit: string;
  ptx: string;
  registers: Partial<Registers>;
}
export interface Catalog {
  version: string;
  start: { unit: string; ptx?: string; registers?: Partial<Registers> };
  profiles: { name: string; summary: string }[];
  units: Unit[];
  rules: Record<string, Rule>;
  stages: Record<string, string>;
  examples: Example[];
  labs: { name: string; title: string }[];
}

export interface Item {
  kind: "stage" | "registers";
  name?: string;
  rows?: number;
  from: number;
  to: number;
  blocks?: { module: string; instance: string }[];
  fields?: string[];
  state?: Net[];
  operands: Net[];
  numbers: Net[];
}
export interface Module {
  file: string;
  text: string;
  behavioral: string | null;
  /** The picture of the inside, see inside.js. */
  picture: { kind: string } | null;
  nets: Net[];
  instances: { name: string; module: string; line: number }[];
  items: Item[];
}
export interface Hardware {
  top: string;
  modules: Record<string, Module>;
}

export interface Outcome {
  d: string;
  width: number;
  cc: string | null;
  sat: string | null;
}
export interface Answer {
  ptx: string;
  ctl: string;
  fields: Field[];
  reads: string[];
  results: Outcome;
  model: Outcome;
  agrees: boolean;
  first_wrong: { path: string; stage: string } | null;
  trace: { stage: string; name: string; type: string; value: string; decimal: string }[];
  used: Record<string, boolean>;
  wires: Record<string, string>;
  expected: Record<string, string>;
}
export interface Cycle {
  reset: boolean;
  enable: boolean;
  flush: boolean;
  ready: boolean;
  issue: null | { ptx: string; registers: Partial<Registers>; tag?: number };
}
export interface Simulation {
  pins: { name: string; width: number; dir: string }[];
  cycles: {
    pins: Record<string, string>;
    accepted: boolean;
    delivered: number | null;
    places: (number | null)[];
    cc: string[];
  }[];
  flushed: number[];
  wrong: { cycle: number; pin: string; expected: string; observed: string }[];
  wires?: Record<string, string>;
}

/** What the page shows. Everything in it goes into the link. */
export interface State extends Registers {
  unit: string;
  ptx: string;
  profile: string;
  view: string;
  /** The instance path of the module in hand; empty for the top module. */
  module: string;
  /** The number of the item of the datapath in hand, or -1 for all. */
  stage: number;
  /** The path of the wire in hand, or nothing. */
  wire: string;
  /** The inputs of each cycle, see time.js. */
  cycles: string;
  /** More instructions for the pipeline, as a list of links without `#`. */
  program: string;
  /** The cycle in hand. */
  at: number;
  /** The paths of the wires in the wave, with commas between them. */
  waves: string;
  /** The two profiles that are compared. */
  p: string;
  q: string;
}
