/**
 * `npm run pictures`: takes all pages, tabs and dialogs of the demo at three widths into `pictures/`, with contact sheets, while `npm start` runs.
 * `--only students` takes some pages, `--widths 1280` some widths, `--no-dialogs` leaves dialogs out, and `--tour` writes the pictures of README to `docs/images`.
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
const { port, appUrl } = settingsFromEnvironment();
const session = {
  localStoreUrl: `http://localhost:${port}`,
  appUrl,
  ...values,
  widths: values.widths.split(",").map(Number),
};
await fetch(`${session.localStoreUrl}/healthz`).catch(() => {
  throw new Error(`Nothing answers at ${session.localStoreUrl}. Run npm start first.`);
});
const files = await takePictures(session);
for (const [width, pictures] of files) {
  const sheets = await writeContactSheets(pictures, values.folder, String(width));
  process.stdout.write(
    `${pictures.length} pictures at ${width}, and ${sheets.map((sheet) => path.relative("", sheet)).join(", ")}\n`,
  );
}
if (values.tour) await writeTour(values.folder);
