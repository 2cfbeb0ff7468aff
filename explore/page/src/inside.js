// What happens inside a block: the numbers of its gates, and what the page computes from them.
// A number of the gates that differs from what the page computes is wrong.

/**
 * A number at its weight. `net` is true for a number of the gates; the page computes the others.
 * @typedef {{ name: string, net: boolean, width: number, lo: number, value: bigint | undefined,
 *   note: string, wrong: boolean }} Row
 * @typedef {{ title: string, rows: Row[] }} Section
 * @typedef {{ has: (name: string) => boolean, width: (name: string) => number,
 *   value: (name: string) => bigint | undefined }} Nets
 */

const modulo = BigInt.asUintN;
const power = (/** @type {number} */ exponent) => 1n << BigInt(exponent);
const yes = (/** @type {boolean | undefined} */ is) => (is === undefined ? "" : is ? "yes" : "no");

/**
 * Calls a function with values, unless one of them is unknown.
 * @template T
 * @param {(...values: bigint[]) => T} compute
 * @param {...(bigint | undefined)} values
 * @returns {T | undefined}
 */
function lift(compute, ...values) {
  return values.includes(undefined)
    ? undefined
    : compute(.../** @type {bigint[]} */ (/** @type {unknown} */ (values)));
}

/**
 * A number of the gates. `expected` is what the page computes for it.
 * @param {Nets} nets
 * @param {string} name
 * @param {{ lo?: number, note?: string, expected?: bigint }} [about]
 * @returns {Row}
 */
function net(nets, name, { lo = 0, note = "", expected } = {}) {
  const [value, width] = [nets.value(name), nets.width(name)];
  const wrong = lift((own, wanted) => own !== modulo(width, wanted), value, expected) ?? false;
  return { name, net: true, width, lo, value, note, wrong };
}

/**
 * A number that the page computes.
 * @param {string} name
 * @param {number} width
 * @param {bigint | undefined} value
 * @param {{ lo?: number, note?: string }} [about]
 * @returns {Row}
 */
const own = (name, width, value, { lo = 0, note = "" } = {}) => ({
  name,
  net: false,
  width,
  lo,
  value: lift((known) => modulo(width, known), value),
  note,
  wrong: false,
});

/** @param {Nets} nets @returns {Section[]} */
function adder(nets) {
  const first = (/** @type {string[]} */ ...names) => names.find(nets.has);
  const [left, right] = [first("augend", "a_i", "x_i"), first("addend", "b_i", "y_i")];
  const result = first("sum_o", "d_o", "y_o");
  if (!left || !right || !result) return [];
  const width = Math.min(nets.width(left), nets.width(right), nets.width(result));
  // b - a inverts the sum behind the adder.
  const backward = nets.has("backward") ? nets.value("backward") : 0n;
  const found = lift(
    (a, b, sum, inverts) => {
      const [generate, propagate] = [a & b, a ^ b].map((word) => modulo(width, word));
      const carry = modulo(width, propagate ^ (inverts ? ~sum : sum));
      const next = modulo(width, (generate | (propagate & carry)) << 1n);
      return { generate, propagate, carry, cut: (next ^ carry) & ~1n };
    },
    nets.value(left),
    nets.value(right),
    nets.value(result),
    backward,
  );
  const rows = [
    own("generate", width, found?.generate, { note: "both bits are 1: a carry leaves here" }),
    own("propagate", width, found?.propagate, { note: "one bit is 1: a carry passes" }),
    own("carry", width, found?.carry, { note: "the gates added it here" }),
    own("cut", width, found?.cut, { note: "a carry does not cross this place" }),
  ];
  const ends = [net(nets, left), net(nets, right)];
  return [{ title: "the carries", rows: [...ends, ...rows, net(nets, result)] }];
}

/** @param {Nets} nets @returns {Section[]} */
function shifter(nets) {
  const [width, amount] = [nets.width("turned"), nets.value("amount")];
  const right = nets.value("right_i");
  let word = lift((value) => BigInt.asIntN(width, value), nets.value("turned"));
  const levels = Array.from({ length: nets.width("amount") }, (_, level) => {
    const bit = lift((value) => (value >> BigInt(level)) & 1n, amount);
    word = lift((value, moves) => (moves ? value >> power(level) : value), word, bit);
    const moves = bit ? `every bit moves down by ${power(level)}` : "no bit moves";
    const note = bit === undefined ? "" : `bit ${level} of the amount is ${bit}: ${moves}`;
    return own(`by ${power(level)}`, width, word, { note });
  });
  const turned = lift(
    (is) => (is ? "the value below its sign" : "the value in reverse order, for a left shift"),
    right,
  );
  const back = lift(
    (all, is) =>
      all ? "the amount is 32 or more: every bit left" : is ? "" : "turned back for a left shift",
    nets.value("all_out"),
    right,
  );
  return [
    { title: "the amount", rows: [net(nets, "amount_i"), net(nets, "amount")] },
    {
      title: "levels, each shifts by a power of two",
      rows: [
        net(nets, "turned", { note: turned }),
        ...levels,
        net(nets, "shifted", { expected: word }),
        net(nets, "y_o", { note: back }),
      ],
    },
  ];
}

/** @param {Nets} nets @returns {Section[]} */
function select(nets) {
  const sel = nets.value("sel_i");
  const part = lift((code) => {
    const [at, width] =
      code < 4n ? [8 * Number(code), 8] : code === 5n ? [0, 32] : [code === 4n ? 0 : 16, 16];
    return { at, width };
  }, sel);
  const { at, width } = part ?? { at: 0, width: 32 };
  const value = lift((x) => modulo(width, x >> BigInt(at)), part && nets.value("x_i"));
  const extended = lift(
    (own, is) => (is ? BigInt.asIntN(width, own) : own),
    value,
    nets.value("signed_i"),
  );
  const how = lift((is) => `extended by ${is ? "its sign" : "zeros"}`, nets.value("signed_i"));
  return [
    {
      title: "the part of the register",
      rows: [
        net(nets, "x_i"),
        own("part", width, value, { lo: at }),
        net(nets, "y_o", { expected: extended, note: how && `${how}: ${extended}` }),
      ],
    },
  ];
}

/**
 * The comparisons of a clamp.
 * @param {bigint | undefined} x
 * @param {bigint | undefined} smallest
 * @param {bigint | undefined} largest
 */
function outside(x, smallest, largest) {
  const above = lift((value, end) => value > end, x, largest);
  const below = lift((value, end) => value < end, x, smallest);
  const bit = (/** @type {boolean | undefined} */ is) => (is === undefined ? is : BigInt(is));
  const rows = [
    own("above", 1, bit(above), {
      note: `is the value larger than ${largest ?? "?"}? ${yes(above)}`,
    }),
    own("below", 1, bit(below), {
      note: `is the value smaller than ${smallest ?? "?"}? ${yes(below)}`,
    }),
  ];
  return { rows, is: bit(above === undefined ? undefined : above || below) };
}

/** @param {Nets} nets @returns {Section[]} */
function clamp(nets) {
  const width = nets.width("x_i");
  const exact = (/** @type {string} */ name) =>
    lift((value) => BigInt.asIntN(width, value), nets.value(name));
  const [x, smallest, largest] = ["x_i", "smallest", "largest"].map(exact);
  const { rows, is } = outside(x, smallest, largest);
  const sat = nets.value("sat_i");
  const clamps = lift((out, wanted) => out & wanted, is, sat);
  const bound = lift((value, end) => (value < 0n ? end : (largest ?? 0n)), x, smallest);
  const kept = lift((hit, value, end) => (hit ? end : value), clamps, x, bound);
  return [
    {
      title: "two comparisons",
      rows: [net(nets, "x_i", { note: x?.toString() }), net(nets, "largest"), net(nets, "smallest")]
        .concat(rows)
        .concat([
          net(nets, "hit_o", { expected: clamps, note: sat === 0n ? "without .sat" : "" }),
          net(nets, "y_o", { expected: kept, note: kept?.toString() }),
        ]),
    },
  ];
}

/** @param {Nets} nets @returns {Section[]} */
function lanes(nets) {
  const [x, quad, sign] = ["x_i", "quad_i", "signed_i"].map(nets.value);
  const [hit, y, sat] = ["hit_o", "y_o", "sat_i"].map(nets.value);
  const bytes = quad === 0n ? 2 : 1;
  const size = 8 * bytes;
  return Array.from({ length: 4 / bytes }, (_, lane) => {
    const low = lane * bytes;
    // Each byte has two bits above it; a half has those of its upper byte.
    const value = lift((all) => {
      const piece = (/** @type {number} */ byte) => modulo(10, all >> BigInt(10 * byte));
      const joined = bytes === 2 ? (piece(low + 1) << 8n) | modulo(8, piece(low)) : piece(low);
      return BigInt.asIntN(size + 2, joined);
    }, x);
    const smallest = lift((is) => (is ? -power(size - 1) : 0n), sign);
    const largest = lift((is) => power(size - Number(is)) - 1n, sign);
    const { rows, is } = outside(value, smallest, largest);
    const clamps = lift((out, wanted) => out & wanted, is, sat);
    const part = (/** @type {bigint | undefined} */ word, /** @type {number} */ unit) =>
      lift((all) => modulo(unit * bytes, all >> BigInt(unit * low)), word);
    const kept = lift(
      (own, wanted) => (wanted ? ((smallest ?? 0n) > own ? smallest : largest) : own),
      value,
      clamps,
    );
    /** @param {Row} row @param {bigint | undefined} expected */
    const checked = (row, expected) => ({
      ...row,
      wrong:
        lift((seen, wanted) => seen !== modulo(row.width, wanted), row.value, expected) ?? false,
    });
    const all = lift((is) => (is ? power(bytes) - 1n : 0n), clamps);
    const result = own("result", size, part(y, 8), { note: kept?.toString() });
    return {
      title: `${bytes === 2 ? "half" : "byte"} ${lane}`,
      rows: [
        own("value", size + 2, value, { note: value?.toString() }),
        ...rows,
        checked(own("clamped", bytes, part(hit, 1)), all),
        checked(result, kept),
      ],
    };
  });
}

/**
 * The digit `at` of radix 4 of a signed number, from -2 to 2.
 * @param {bigint} b
 * @param {number} at
 */
function digit(b, at) {
  const bit = (/** @type {number} */ place) => (place < 0 ? 0n : (b >> BigInt(place)) & 1n);
  return bit(2 * at - 1) + bit(2 * at) - 2n * bit(2 * at + 1);
}

/** A factor as a signed number. @param {Nets} nets @param {string} name */
const factor = (nets, name) =>
  lift((value) => BigInt.asIntN(nets.width(name), value), nets.value(name));

/** @param {Nets} nets @param {...string} names */
const factors = (nets, ...names) => ({
  title: "the factors",
  rows: names.map((name) => net(nets, name, { note: factor(nets, name)?.toString() })),
});

/** @param {Nets} nets @returns {Section[]} */
function product(nets) {
  const [a, b] = [factor(nets, "a_i"), factor(nets, "b_i")];
  const width = nets.width("a_i");
  const rows = Array.from({ length: (width + 1) / 2 }, (_, at) => {
    const times = lift((value) => digit(value, at), b);
    const row = lift((value, by) => value * by, a, times);
    return own(`digit ${at}`, width + 1, row, {
      lo: 2 * at,
      note: lift((by) => `${by} × a`, times),
    });
  });
  const expected = lift((x, y) => x * y, a, b);
  return [
    factors(nets, "a_i", "b_i"),
    {
      title: "digits of radix 4 (Booth), each times a; the synthesis tool may choose other rows",
      rows: [...rows, net(nets, "product_o", { expected, note: expected?.toString() })],
    },
  ];
}

/**
 * @param {Nets} nets
 * @param {{ rows: { net: string, lo: number }[], booth: boolean }} picture
 * @returns {Section[]}
 */
function multiples(nets, { rows, booth }) {
  const [a, b, addend] = ["a_i", "b_i", "addend_i"].map((name) => factor(nets, name));
  const last = rows.length - 1;
  const shown = rows.map((row, at) => {
    const note = lift((value) => {
      if (at === last) return "the addend, and what the rows before leave out";
      return booth
        ? `digit ${at} is ${digit(value, at)}`
        : `bit ${at} is ${(value >> BigInt(at)) & 1n}`;
    }, b);
    return net(nets, row.net, { lo: row.lo, note });
  });
  const width = 2 * nets.width("a_i");
  const sum = lift(
    (...values) => values.reduce((all, value, at) => all + (value << BigInt(rows[at].lo)), 0n),
    ...shown.map((row) => row.value),
  );
  const total = own("sum", width, sum, { note: "a × b and the addend, which the compressors add" });
  const wanted = lift((x, y, more) => modulo(width, x * y + more), a, b, addend);
  total.wrong = lift((seen, wish) => seen !== wish, total.value, wanted) ?? false;
  return [
    factors(nets, "a_i", "b_i", "addend_i"),
    {
      title: "rows at their weights; the bias of each is taken back in the last row",
      rows: [...shown, total],
    },
  ];
}

/**
 * @param {Nets} nets
 * @param {{ stages: { of: string[], made: string[] }[][] }} picture
 * @returns {Section[]}
 */
function compressors(nets, { stages }) {
  return stages.flatMap((stage, level) =>
    stage.map(({ of, made }) => {
      const values = of.map(nets.value);
      const bits = made.map((name, bit) =>
        net(nets, name, {
          expected: lift((...numbers) => countBit(bit, numbers) << BigInt(bit), ...values),
          note: bit ? `bit ${bit} of the count, at its weight` : "bit 0 of the count of ones",
        }),
      );
      return {
        title: `level ${level + 1}: ${of.join(" + ")} = ${made.join(" + ")}`,
        rows: [...of.map((name) => net(nets, name)), ...bits],
      };
    }),
  );
}

/**
 * Returns a bit of the count of ones in each column of at most seven numbers.
 * @param {number} bit
 * @param {bigint[]} numbers
 */
function countBit(bit, numbers) {
  let [ones, twos, fours] = [0n, 0n, 0n];
  for (const number of numbers) {
    const carry = ones & number;
    ones ^= number;
    fours ^= twos & carry;
    twos ^= carry;
  }
  return [ones, twos, fours][bit] ?? 0n;
}

/** @type {Record<string, { about: string, sections: (nets: Nets, picture: any) => Section[] }>} */
const PICTURES = {
  adder: { about: "Where carries begin, pass and stop.", sections: adder },
  shifter: { about: "One right shifter serves both directions.", sections: shifter },
  select: { about: "A part of the register, extended.", sections: select },
  clamp: { about: "Does the value exceed an end of the range?", sections: clamp },
  lanes: { about: "Does the value of a lane exceed an end of its range?", sections: lanes },
  product: { about: "The product of two signed numbers.", sections: product },
  rows: { about: "The multiples of a whose sum is the product.", sections: multiples },
  compressors: {
    about:
      "A compressor counts the ones in each column. Three numbers become two with the same sum, " +
      "or six become three.",
    sections: compressors,
  },
};

/** What a picture shows, in a sentence. @param {{ kind: string }} picture */
export const about = (picture) => PICTURES[picture.kind].about;

/**
 * Returns what happens inside a block.
 * @param {{ kind: string }} picture
 * @param {Nets} nets
 */
export const inside = (picture, nets) => PICTURES[picture.kind].sections(nets, picture);
