import { z } from "zod";
import { call } from "~/platform/contract/call";

const text = z.string();

/** How fresh a mirror is. Instants are ISO 8601. */
const freshness = z.object({
  heardAt: text.nullable(),
  rebuiltAt: text.nullable(),
  rebuilding: z.boolean(),
  rows: z.number().nullable(),
});

/**
 * The two calls of a mirror: how fresh it is, and its rebuild. A noun adds them to its contract, under the mirror's name.
 * @param plural what many of its rows are called
 */
export const mirrorCalls = (path: `/${string}`, plural: string) => ({
  mirror: call("signed-in")
    .route({ method: "GET", path, summary: `How fresh the mirror of the store's ${plural} is` })
    .output(freshness),
  rebuildMirror: call("owner")
    .route({
      method: "POST",
      path: `${path}/rebuild`,
      summary: `Read all ${plural} from the store again`,
      successStatus: 202,
    })
    .output(z.object({ jobId: text })),
});
