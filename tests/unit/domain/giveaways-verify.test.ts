// @vitest-environment jsdom
/** The program with which a visitor verifies a draw. What it computes is tested in a browser. */
import { afterEach, expect, it, vi } from "vitest";

const PAGE = `<section data-fingerprint="f"><a href="/draw.json">Download</a><p hidden><button type="button">Verify</button></p>
  <p hidden><input type="file"></p><div role="status"></div></section>`;

afterEach(() => {
  vi.unstubAllGlobals();
});

it("shows the outcome of the file that was chosen last, also when an earlier one takes longer", async () => {
  let answer = (_answer: Response) => {};
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  vi.stubGlobal("crypto", { subtle: {} });
  document.body.innerHTML = PAGE;
  await vi.importActual("~/functions/giveaways/ui/public/verify-draw.js");
  const status = () => document.querySelector("[role=status]")?.textContent;
  document.querySelector("button")?.click();
  expect(status()).toBe("Verifying…");

  const input = document.querySelector("input") as HTMLInputElement;
  Object.defineProperty(input, "files", { value: [{ text: async () => "{}" }] });
  input.dispatchEvent(new Event("change"));
  await expect.poll(() => status()).toBe("This isn't the file of a draw.");
  const text = vi.fn(async () => "nothing to read");
  answer({ ok: true, text } as unknown as Response);
  await expect.poll(() => text).toHaveBeenCalled();
  await new Promise((resolve) => setImmediate(resolve));
  expect(status()).toBe("This isn't the file of a draw.");
});
