//% include "host/begin.v" %//
  // ==== beats: the bits outside the fields carry what must not matter ============================
  assign s_axis_tvalid = valid_i;
  assign s_axis_tdata = ${ beat }$;
  assign ready_o = s_axis_tready;
  assign valid_o = m_axis_tvalid;
  assign m_axis_tready = ready_i;
  assign d_o = m_axis_tdata;
//%- if tag > 0 %//
  assign {s_axis_tid, s_axis_tlast} = tag_i;
  assign tag_o = {m_axis_tid, m_axis_tlast};
//%- else %//
  assign s_axis_tlast = tag_i;
  assign tag_o = m_axis_tlast;
//%- endif %//
//%- match flags %//
//%- when 0 %//
//%- when 1 %//
  assign cf_o = m_axis_tuser;
//%- else %//
  wire [1:0] unused_flags = m_axis_tuser;
//%- if host.has_cf %//
  assign cf_o = m_axis_tuser[0];
//%- endif %//
  assign sat_o = m_axis_tuser[1];
//%- endmatch %//

endmodule

`default_nettype wire
