import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/**
 * Downloads the official Admin GraphQL schema and its license from Shopify's npm package into this folder, where both are
 * committed: `npx tsx local-store/schema/fetch.ts`. Needed only to upgrade the API version.
 */
const PACKAGE = "@shopify/dev-mcp@1.16.0";
const SCHEMA = "admin_2026-10.json.gz";

const run = promisify(execFile);
const here = fileURLToPath(new URL(".", import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "admin-schema-"));
try {
  await run("npm", ["pack", PACKAGE, "--pack-destination", folder]);
  const [tarball] = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
  if (!tarball) throw new Error(`npm pack ${PACKAGE} created no package.`);
  await run("tar", ["-xzf", join(folder, tarball), "-C", folder]);
  await copyFile(join(folder, "package", "dist", "data", SCHEMA), join(here, SCHEMA));
  await copyFile(join(folder, "package", "LICENSE"), join(here, `${SCHEMA}.LICENSE`));
} finally {
  await rm(folder, { recursive: true });
}
