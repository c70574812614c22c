import fs from "node:fs";
import { KEPT_FILE, readOutside } from "./outside.ts";

fs.writeFileSync(KEPT_FILE, `${(await readOutside()).join("\n")}\n`);
process.exit();
