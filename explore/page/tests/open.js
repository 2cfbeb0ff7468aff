// Starts vidalu and opens its page in a headless browser, served or as a file.

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";

const { VIDALU = "vidalu", BROWSER = "/usr/bin/chromium-headless-shell" } = process.env;

/** The folder of the files that a test writes. */
export const folder = mkdtempSync(join(tmpdir(), "vidalu-page-"));

export const browser = await puppeteer.launch({
  executablePath: BROWSER,
  args: ["--no-sandbox", "--disable-gpu"],
});

/** @type {import("node:child_process").ChildProcess[]} */
const servers = [];

/** Runs vidalu to its end, and returns what it prints. @param {string[]} args */
export const vidalu = (...args) => execFileSync(VIDALU, args, { encoding: "utf8" });

/** Serves the page, and returns its link. @param {string[]} args */
export async function serve(...args) {
  const server = spawn(VIDALU, ["explore", "--no-open", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  servers.push(server);
  for await (const line of createInterface({ input: server.stdout })) return line;
  throw new Error("vidalu explore ended without a link");
}

/** Writes the page as a file, and returns its link. @param {string} name @param {string[]} args */
export function write(name, ...args) {
  const path = join(folder, name);
  vidalu("explore", "--out", path, ...args);
  return pathToFileURL(path).href;
}

/** Ends the browser and the servers. */
export async function close() {
  await browser.close();
  for (const server of servers) server.kill();
  rmSync(folder, { recursive: true });
}

/** A page in the browser, with the steps that a reader takes. */
export class Reader {
  /** What went wrong so far: messages on the console, errors, and requests to other places. */
  complaints = [];

  /** Opens a link, and waits until the page shows its first answer. @param {string} link */
  static async open(link) {
    const reader = new Reader();
    const page = (reader.page = await browser.newPage());
    const own = new URL(link);
    page.on("console", (message) => reader.complaints.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => reader.complaints.push(`error: ${error.message}`));
    page.on("request", (request) => {
      const { origin, protocol, pathname } = new URL(request.url());
      const isOwn = own.protocol === "file:" ? pathname === own.pathname : origin === own.origin;
      if (!isOwn && !["data:", "blob:"].includes(protocol)) {
        reader.complaints.push(`request: ${request.url()}`);
      }
    });
    const session = await page.createCDPSession();
    await session.send("Browser.setDownloadBehavior", {
      behavior: "allow",
      downloadPath: folder,
    });
    await page.setViewport({ width: 1280, height: 1000 });
    await page.goto(link);
    await reader.until(
      "the page is ready",
      () => document.documentElement.dataset.ready === "true",
    );
    return reader;
  }

  /**
   * Waits until a function holds in the page.
   * @param {string} what
   * @param {any} holds
   * @param {...any} rest
   */
  async until(what, holds, ...rest) {
    // Not waitForFunction, which the policy of the page forbids.
    for (const start = Date.now(); Date.now() - start < 10000;) {
      if (await this.page.evaluate(holds, ...rest)) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`not reached: ${what}; ${this.complaints.join("; ")}`);
  }

  /** Waits until an element has a text. @param {string} selector @param {string | RegExp} text */
  says(selector, text) {
    const source =
      text instanceof RegExp ? text.source : text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return this.until(
      `${selector} says ${text}`,
      (selector, source) =>
        new RegExp(source).test(document.querySelector(selector)?.textContent ?? ""),
      selector,
      source,
    );
  }

  /** The text of an element. @param {string} selector */
  text = (selector) => this.page.$eval(selector, (element) => element.textContent);

  /** The value of an input. @param {string} selector */
  value = (selector) => this.page.$eval(selector, (element) => element.value);

  /** Waits until the page has shown the answers to all its questions. */
  settled = () =>
    this.until("an answer", () => document.documentElement.getAttribute("aria-busy") === "false");

  /** Clicks on an element. @param {string} selector */
  async click(selector) {
    await this.settled();
    const element = await this.page.waitForSelector(selector, { visible: true, timeout: 10000 });
    await element.click();
  }

  /** Moves the focus to an element, also in a drawing. @param {string} selector */
  focus = (selector) => this.page.$eval(selector, (element) => element.focus());

  /** Presses keys, one after the other. @param {string[]} keys */
  async press(...keys) {
    for (const key of keys) {
      await this.settled();
      await this.page.keyboard.press(key);
    }
  }

  /** Replaces the text of an input by typing. @param {string} selector @param {string} text */
  async type(selector, text) {
    await this.settled();
    await this.page.click(selector, { count: 3 });
    await this.page.keyboard.press("Backspace");
    await this.page.keyboard.type(text);
  }

  /** Returns a part of the state by its name in the link. @param {string} name */
  async state(name) {
    const fragment = await this.page.evaluate(() => location.hash.slice(1));
    return new URLSearchParams(fragment).get(name);
  }

  /**
   * Waits until a part of the link has a value.
   * @param {string} name
   * @param {string | null} value
   */
  links(name, value) {
    return this.until(
      `the link has ${name}=${value}`,
      (name, value) => new URLSearchParams(location.hash.slice(1)).get(name) === value,
      name,
      value,
    );
  }

  /** Asks the engine of the page. @param {string} ask @param {object} [request] */
  ask(ask, request) {
    return this.page.evaluate((ask, request) => globalThis.vidalu(ask, request), ask, request);
  }

  /** Waits for a file that the page saves, and returns its text. @param {RegExp} name */
  async saved(name) {
    let before = "";
    for (let wait = 0; wait < 100; wait++) {
      const found = readdirSync(folder).find((it) => name.test(it));
      if (found) {
        const path = join(folder, found);
        const text = readFileSync(path, "utf8");
        // The browser may still be writing it.
        if (text && text === before) {
          rmSync(path);
          return text;
        }
        before = text;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`no file ${name} was saved`);
  }
}
