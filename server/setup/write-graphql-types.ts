/** `npm run graphql:types`: writes the types of the Admin API documents beside them. */
import fs from "node:fs";
import path from "node:path";
import { existingGraphqlTypes, generateGraphqlTypes } from "./graphql-types.ts";

const files = await generateGraphqlTypes();
for (const [file, text] of files) fs.writeFileSync(file, text);
for (const file of existingGraphqlTypes()) if (!files.has(file)) fs.rmSync(file);
process.stdout.write(`Wrote ${files.size} files in ${path.dirname(existingGraphqlTypes()[0] ?? "")}\n`);
