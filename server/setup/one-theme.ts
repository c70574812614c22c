import type { Plugin } from "vite";

const OTHER_THEMES = /,\s*"light-mobile": \{[\s\S]*?\n\};/;

/**
 * Leaves all themes of Polaris but the first one, the default, out of the browser's scripts. Polaris finds a theme by its name, so
 * every page would load the tokens of four.
 * @throws when the package is written otherwise than this expects
 */
export const oneTheme: Plugin = {
  name: "backroom-one-theme",
  apply: "build",
  transform(code, id) {
    if (!id.endsWith("/polaris-tokens/dist/esm/build/index.mjs")) return undefined;
    if (!OTHER_THEMES.test(code)) throw new Error("The themes of @shopify/polaris-tokens weren't found.");
    return { code: code.replace(OTHER_THEMES, "\n};"), map: null };
  },
};
