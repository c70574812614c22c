import type { Plugin } from "vite";

const OTHER_THEMES = /,\s*"light-mobile": \{[\s\S]*?\n\};/;

let isLeftOut = false;

/**
 * Leaves all themes of Polaris but the first one, the default, out of the browser's scripts. Polaris finds a theme by its name, so
 * every page would load the tokens of four.
 * @throws when the package is written otherwise than this expects
 */
export const oneTheme: Plugin = {
  name: "backroom-one-theme",
  apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  transform(code, id) {
    if (!id.endsWith("/polaris-tokens/dist/esm/build/index.mjs")) return undefined;
    isLeftOut = OTHER_THEMES.test(code);
    return { code: code.replace(OTHER_THEMES, "\n};"), map: null };
  },
  buildEnd(error) {
    if (!error && !isLeftOut) throw new Error("The themes of @shopify/polaris-tokens weren't found.");
  },
};
