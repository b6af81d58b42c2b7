/** A headless Chromium, and the chat's page in it as a person uses it. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";

const program = "/usr/bin/chromium";
const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** By Debian's package, where it is missing. */
export function installChromium(): void {
  if (existsSync(program)) return;
  const sudo = process.getuid?.() === 0 ? [] : ["sudo"];
  const words = [...sudo, "apt-get", "install", "-y", "--no-install-recommends", "chromium"];
  console.log(words.join(" "));
  const { status } = spawnSync(words[0] ?? "", words.slice(1), { stdio: "inherit", timeout: 300_000 });
  if (status !== 0 || !existsSync(program))
    throw new Error("chromium could not be installed: install it and try again");
}

export function openBrowser(folder: string): Promise<BrowserContext> {
  const viewport = { width: 900, height: 760 };
  return chromium.launchPersistentContext(join(folder, "profile"), { executablePath: program, args: flags, viewport });
}

/** A message as the page shows it. */
export interface ShownMessage {
  readonly id: string;
  readonly role: string;
  readonly text: string;
  /** The states of its calls. */
  readonly calls: readonly string[];
}

/** What somebody does in one tab. */
export class ChatPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    page.setDefaultTimeout(30_000);
    page.on("pageerror", (error) => console.error(error));
  }

  async open(address: string): Promise<void> {
    await this.#page.goto(`${address}?id=garden`);
    await this.settle();
  }

  async reload(): Promise<void> {
    await this.#page.reload();
    await this.settle();
  }

  /** Waits until nothing is being answered. */
  async settle(): Promise<void> {
    await this.#page.locator("main[data-status=ready]").waitFor();
  }

  /** Types and sends; the answer comes later. */
  async send(text: string): Promise<void> {
    const form = this.#page.locator("form:not(.edit)");
    await form.getByLabel("Message").fill(text);
    await form.getByRole("button", { name: "Send" }).click();
  }

  async ask(text: string): Promise<void> {
    await this.send(text);
    await this.waitForText(text);
    await this.settle();
  }

  async waitForText(text: string): Promise<void> {
    await this.#page.getByText(text, { exact: true }).last().waitFor();
  }

  async press(name: string): Promise<void> {
    await this.#page.getByRole("button", { name, exact: true }).last().click();
  }

  /** Waits for what a press has begun. */
  async pressAndSettle(name: string): Promise<void> {
    const before = await this.#newest();
    await this.press(name);
    while ((await this.#newest()) === before) await this.#page.waitForTimeout(20);
    await this.settle();
  }

  #newest(): Promise<string> {
    return this.#page
      .locator("ol > li[data-id]")
      .last()
      .evaluate((element) => element.outerHTML);
  }

  async edit(id: string, text: string): Promise<void> {
    await this.#page.locator(`li[data-id="${id}"]`).getByRole("button", { name: "Edit" }).click();
    const form = this.#page.locator("form.edit");
    await form.getByLabel("Message").fill(text);
    await form.getByRole("button", { name: "Save" }).click();
    await this.waitForText(text);
    await this.settle();
  }

  async waitForAnswer(beginning: string): Promise<void> {
    await this.#page.locator(".assistant .bubble", { hasText: beginning }).last().waitFor();
  }

  async focus(): Promise<void> {
    await this.#page.evaluate('dispatchEvent(new Event("focus"))');
  }

  shown(): Promise<readonly ShownMessage[]> {
    return this.#page.locator("ol > li[data-id]").evaluateAll((elements) =>
      elements.map((element) => ({
        id: element.getAttribute("data-id") ?? "",
        role: element.className,
        text: [...element.querySelectorAll(".bubble")].map(({ textContent }) => textContent ?? "").join(""),
        calls: [...element.querySelectorAll(".call")].map((call) => call.getAttribute("data-state") ?? ""),
      })),
    );
  }

  async picture(path: string): Promise<void> {
    await this.#page.screenshot({ path });
  }
}
