import { fileURLToPath } from "node:url";

export type BrowserScript = "app-bridge" | "extension-host" | "host";

const bundles = new Map<BrowserScript, Promise<string>>();

/** Returns a browser script as a classic script. Vite builds it on first use. */
export function browserScript(name: BrowserScript): Promise<string> {
  const script = bundles.get(name) ?? bundle(name);
  bundles.set(name, script);
  return script;
}

async function bundle(name: BrowserScript): Promise<string> {
  const { build } = await import("vite");
  const result = await build({
    configFile: false,
    logLevel: "error",
    // Without an explicit mode, Vite would change NODE_ENV of the embedding process.
    mode: "development",
    build: {
      write: false,
      minify: false,
      target: "es2022",
      lib: {
        entry: fileURLToPath(new URL(`./${name}.ts`, import.meta.url)),
        formats: ["iife"],
        name: "LocalStore",
      },
      rollupOptions: { output: { extend: true } },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  for (const each of outputs) {
    if (!("output" in each)) continue;
    const chunk = each.output.find((part) => part.type === "chunk");
    if (chunk) return chunk.code;
  }
  throw new Error(`Vite built nothing for the local store's script "${name}".`);
}
