export interface AppBridgeConfig {
  apiKey: string;
  shop: string;
  host: string;
  locale: string;
}

/** Reads the configuration from the script element and the page's address, and remembers it for the next page of this frame. */
export function readConfig(script: HTMLScriptElement): AppBridgeConfig {
  return {
    apiKey: script.dataset.apiKey ?? "",
    shop: remembered("shop"),
    host: remembered("host"),
    locale: remembered("locale") || "en",
  };
}

function remembered(name: string): string {
  const given = new URLSearchParams(location.search).get(name);
  const key = `app-bridge-${name}`;
  try {
    if (given) sessionStorage.setItem(key, given);
    return given ?? sessionStorage.getItem(key) ?? "";
  } catch {
    // Browsers can refuse storage in a cross-site frame; the address then has to carry it.
    return given ?? "";
  }
}
