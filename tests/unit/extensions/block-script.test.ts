// @vitest-environment jsdom
/** The script of the theme's blocks: what it checks before a form is sent, and what it takes from the app's page. */
import { afterEach, expect, it, vi } from "vitest";

// It isn't a module, and has no types.
const SCRIPT: string = "../../../extensions/storefront/assets/backroom.js";

afterEach(() => vi.unstubAllGlobals());

/** Opens a page with the block, which accepts these domains. @returns its field for the address */
async function openBlock(domains: string): Promise<HTMLInputElement> {
  document.body.innerHTML = `<backroom-block data-domains="${domains}" data-text-domain="Another domain.">
    <form method="post" action="/apps/backroom/registration/"><input id="email" name="email" type="email"></form>
  </backroom-block>`;
  await import(SCRIPT);
  return document.querySelector("input") as HTMLInputElement;
}

it.each([
  ["uni.example", "ana@uni.example", ""],
  ["uni.example", "ana@cs.uni.example", ""],
  ["@uni.example, school.example", "ana@SCHOOL.example", ""],
  ["*.uni.example", "ana@cs.uni.example", ""],
  ["*.uni.example", "ana@other.example", "Another domain."],
  ["uni.example", "ana@notuni.example", "Another domain."],
  ["", "ana@other.example", ""],
])("with the domains “%s”, %s is answered “%s”", async (domains, address, problem) => {
  const email = await openBlock(domains);
  email.value = address;
  email.dispatchEvent(new Event("change", { bubbles: true }));
  expect(email.validationMessage).toBe(problem);
});

it("takes the app's script of forms, not one of the theme's layout around its page", async () => {
  const own = "data:text/javascript,export const restore = (form) => { form.dataset.restored = 'yes'; };";
  // Shopify itself puts a module into the head of each page.
  const page = `<html><head><script type="module">window.Shopify = {};</script></head><body><main>
    <style></style><section class="backroom-page"><h1>Summer</h1><form method="post"></form></section>
    <script type="module" src="${own}"></script></main></body></html>`;
  vi.stubGlobal("fetch", async () => new Response(page));
  await import(SCRIPT);
  document.body.innerHTML = `<backroom-block data-source="/apps/backroom/promotion/x/" data-prefix="a-">
    <div class="backroom-content"></div></backroom-block>`;
  await expect.poll(() => document.querySelector("form")?.dataset.restored).toBe("yes");
});
