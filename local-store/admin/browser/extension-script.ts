const bundles = new Map<string, Promise<string>>();

/** Bundles a block of the app, as `shopify app deploy` does, on first use. @param module its file */
export function extensionScript(module: string): Promise<string> {
  const script = bundles.get(module) ?? bundle(module);
  bundles.set(module, script);
  return script;
}

async function bundle(module: string): Promise<string> {
  const { build } = await import("vite");
  const result = await build({
    configFile: false,
    logLevel: "error",
    // Without an explicit mode, Vite would change NODE_ENV of the embedding process.
    mode: "development",
    esbuild: { jsx: "automatic", jsxImportSource: "preact" },
    build: { write: false, minify: false, target: "es2022", lib: { entry: module, formats: ["es"] } },
  });
  for (const each of Array.isArray(result) ? result : [result]) {
    const chunk = "output" in each && each.output.find((part) => part.type === "chunk");
    if (chunk) return chunk.code;
  }
  throw new Error(`Vite built nothing for ${module}.`);
}
