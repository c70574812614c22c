// @vitest-environment jsdom
/** The script of the theme's blocks: what it checks before a form is sent. */
import { expect, it } from "vitest";

// It isn't a module, and has no types.
const SCRIPT: string = "../../../extensions/storefront/assets/backroom.js";

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
