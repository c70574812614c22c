/**
 * `npm run pictures`: takes all pages, tabs and dialogs of the demo at three widths into `pictures/`, with contact sheets, while `npm start` runs.
 * `--only students` takes the pages whose name contains it (`home` is the first page), `--widths 1280` some widths, and `--no-dialogs` leaves
 * dialogs out. `--tour` writes the pictures of README to `docs/images` instead.
 */
import path from "node:path";
import { parseArgs } from "node:util";
import { settingsFromEnvironment } from "../../local-store/config.ts";
import { writeContactSheets } from "./contact-sheet.ts";
import { takePictures } from "./take-pictures.ts";
import { writeTour } from "./write-tour.ts";

const { values } = parseArgs({
  options: {
    folder: { type: "string", default: "pictures" },
    only: { type: "string", default: "" },
    shop: { type: "string", default: "backroom-demo" },
    widths: { type: "string", default: "1280,390,1920" },
    tour: { type: "boolean", default: false },
    dialogs: { type: "boolean", default: true },
  },
  allowNegative: true,
});
const { port } = settingsFromEnvironment();
const session = {
  ...values,
  localStoreUrl: `http://localhost:${port}`,
  widths: values.widths.split(",").map(Number),
};
await fetch(`${session.localStoreUrl}/healthz`).catch(() => {
  throw new Error(`Nothing answers at ${session.localStoreUrl}. Run npm start first.`);
});
if (values.tour) await writeTour(session);
else
  for (const [width, pictures] of await takePictures(session)) {
    const sheets = await writeContactSheets(pictures, values.folder, String(width));
    process.stdout.write(
      `${pictures.length} pictures at ${width}, and ${sheets.map((sheet) => path.relative("", sheet)).join(", ")}\n`,
    );
  }
