/** Stylesheets that couldn't be loaded. Vite adds the stylesheet of a script only once, so it doesn't load them again. */
const failedStyles = new Set<HTMLLinkElement>();

if (typeof window !== "undefined")
  window.addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failedStyles.add(target);
    },
    // The event of an element doesn't bubble.
    { capture: true },
  );

/**
 * Imports a module, also after an earlier import of it has failed. Chromium remembers a failure until the page is left, so the same
 * file is then imported by another address. It fails when the file can't be loaded by that one either.
 */
export async function loadScript<Module>(importModule: () => Promise<Module>): Promise<Module> {
  await Promise.all([...failedStyles].map(loadStyle));
  try {
    return await importModule();
  } catch (error) {
    const [address] = /https?:\S+/.exec(String(error)) ?? [];
    if (address === undefined) throw error;
    const url = new URL(address);
    url.searchParams.set("retry", String(Date.now()));
    return await import(/* @vite-ignore */ url.href);
  }
}

function loadStyle(failed: HTMLLinkElement): Promise<unknown> {
  failedStyles.delete(failed);
  const link = failed.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => reject(new Error(`${link.href} couldn't be loaded.`)));
    failed.replaceWith(link);
  });
}

/** The library that writes spreadsheets. It is loaded with the first one. */
export const loadWorkbook = () => loadScript(() => import("~/platform/sheets/workbook"));
