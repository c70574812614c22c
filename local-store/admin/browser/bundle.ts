import { fileURLToPath } from "node:url";

export type BrowserScript = "app-bridge" | "host";

const bundles = new Map<BrowserScript, Promise<string>>();

/** One of the store's browser scripts as a plain script, built with Vite on first use and kept. */
export function browserScript(name: BrowserScript): Promise<string> {
  const known = bundles.get(name) ?? bundle(name);
  bundles.set(name, known);
  return known;
}

async function bundle(name: BrowserScript): Promise<string> {
  const { build } = await import("vite");
  const result = await build({
    configFile: false,
    logLevel: "error",
    // The store must not change how the process that embeds it was started.
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
