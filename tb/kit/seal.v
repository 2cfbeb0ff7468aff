// SPDX-License-Identifier: 0BSD
// ${ terms }$
//
// ${ bench }$_seal
// Computes the SHA-256 (FIPS 180-4) of a stream of bytes for the testbench: call start, then put
// for each byte, then finish.
//
// Generator      vidalu ${ version }$

`default_nettype none

module ${ bench }$_seal;
  reg [255:0] hash;
  reg [511:0] block;
  reg [31:0] w [0:63];
  reg [31:0] k [0:63];
  reg [31:0] a, b, c, d, e, f, g, h, t1, t2, x, y;
  reg [63:0] bytes, bits;
  reg [7:0] padding;
  integer round, place;

  task start;
    begin
      hash = 256'h6a09e667_bb67ae85_3c6ef372_a54ff53a_510e527f_9b05688c_1f83d9ab_5be0cd19;
      bytes = 64'd0;
      block = 512'd0;
    end
  endtask

  task put(input [7:0] value);
    begin
      block = {block[503:0], value};
      bytes = bytes + 64'd1;
      if (bytes[5:0] == 6'd0) compress;
    end
  endtask

  task finish;
    begin
      bits = bytes << 3;
      padding = 8'h80;
      // A one, zeros, and the length in the last 8 bytes of a block.
      place = 55 - {26'd0, bytes[5:0]};
      if (place < 0) place = place + 64;
      while (place >= -8) begin
        put(place >= 0 ? padding : bits[63:56]);
        if (place < 0) bits = bits << 8;
        padding = 8'h00;
        place = place - 1;
      end
    end
  endtask

  // One block of 64 bytes.
  task compress;
    begin
      {a, b, c, d, e, f, g, h} = hash;
      for (round = 0; round < 64; round = round + 1) begin
        if (round < 16) begin
          w[round] = block[511:480];
          block = block << 32;
        end else begin
          x = w[round-15];
          y = w[round-2];
          w[round] = w[round-16] + w[round-7]
                     + ({x[6:0], x[31:7]} ^ {x[17:0], x[31:18]} ^ x >> 3)
                     + ({y[16:0], y[31:17]} ^ {y[18:0], y[31:19]} ^ y >> 10);
        end
        t1 = h + ({e[5:0], e[31:6]} ^ {e[10:0], e[31:11]} ^ {e[24:0], e[31:25]})
             + ((e & f) ^ (~e & g)) + k[round] + w[round];
        t2 = ({a[1:0], a[31:2]} ^ {a[12:0], a[31:13]} ^ {a[21:0], a[31:22]})
             + ((a & b) ^ (a & c) ^ (b & c));
        {a, b, c, d, e, f, g, h} = {t1 + t2, a, b, c, d + t1, e, f, g};
      end
      hash = {
        hash[255:224] + a, hash[223:192] + b, hash[191:160] + c, hash[159:128] + d,
        hash[127:96] + e, hash[95:64] + f, hash[63:32] + g, hash[31:0] + h
      };
    end
  endtask

  initial begin
    {k[0], k[1], k[2], k[3]} = 128'h428a2f98_71374491_b5c0fbcf_e9b5dba5;
    {k[4], k[5], k[6], k[7]} = 128'h3956c25b_59f111f1_923f82a4_ab1c5ed5;
    {k[8], k[9], k[10], k[11]} = 128'hd807aa98_12835b01_243185be_550c7dc3;
    {k[12], k[13], k[14], k[15]} = 128'h72be5d74_80deb1fe_9bdc06a7_c19bf174;
    {k[16], k[17], k[18], k[19]} = 128'he49b69c1_efbe4786_0fc19dc6_240ca1cc;
    {k[20], k[21], k[22], k[23]} = 128'h2de92c6f_4a7484aa_5cb0a9dc_76f988da;
    {k[24], k[25], k[26], k[27]} = 128'h983e5152_a831c66d_b00327c8_bf597fc7;
    {k[28], k[29], k[30], k[31]} = 128'hc6e00bf3_d5a79147_06ca6351_14292967;
    {k[32], k[33], k[34], k[35]} = 128'h27b70a85_2e1b2138_4d2c6dfc_53380d13;
    {k[36], k[37], k[38], k[39]} = 128'h650a7354_766a0abb_81c2c92e_92722c85;
    {k[40], k[41], k[42], k[43]} = 128'ha2bfe8a1_a81a664b_c24b8b70_c76c51a3;
    {k[44], k[45], k[46], k[47]} = 128'hd192e819_d6990624_f40e3585_106aa070;
    {k[48], k[49], k[50], k[51]} = 128'h19a4c116_1e376c08_2748774c_34b0bcb5;
    {k[52], k[53], k[54], k[55]} = 128'h391c0cb3_4ed8aa4a_5b9cca4f_682e6ff3;
    {k[56], k[57], k[58], k[59]} = 128'h748f82ee_78a5636f_84c87814_8cc70208;
    {k[60], k[61], k[62], k[63]} = 128'h90befffa_a4506ceb_bef9a3f7_c67178f2;
  end
endmodule

`default_nettype wire
