export interface AppBridgeConfig {
  apiKey: string;
  shop: string;
  host: string;
  locale: string;
}

/** Reads the configuration from the script element and the URL, and stores it for the next page in this frame. */
export function readConfig(script: HTMLScriptElement): AppBridgeConfig {
  return {
    apiKey: script.dataset.apiKey ?? "",
    shop: readAndStore("shop"),
    host: readAndStore("host"),
    locale: readAndStore("locale") || "en",
  };
}

function readAndStore(name: string): string {
  const value = new URLSearchParams(location.search).get(name);
  const key = `app-bridge-${name}`;
  try {
    if (value) sessionStorage.setItem(key, value);
    return value ?? sessionStorage.getItem(key) ?? "";
  } catch {
    // Browsers can deny storage in a cross-site frame. Only the URL is available then.
    return value ?? "";
  }
}
