import { z } from "zod";
import { call } from "~/core/call.server";
import type { Mirror } from "./define-mirror.server";
import { requestRebuild } from "./request-rebuild.server";

const text = z.string();

/** How fresh a mirror is. Instants are ISO 8601. */
const freshness = z.object({
  heardAt: text.nullable(),
  rebuiltAt: text.nullable(),
  rebuilding: z.boolean(),
  rows: z.number().nullable(),
});

/** The two calls of a mirror: how fresh it is, and its rebuild. A noun adds them to its calls, under the mirror's name. */
export const mirrorCalls = (
  mirror: Pick<Mirror, "name" | "plural" | "readFreshness" | "startRebuild">,
  path: `/${string}`,
) => ({
  mirror: call(`GET ${path}`, {
    for: "signed-in",
    summary: `How fresh the mirror of the store's ${mirror.plural} is`,
    output: freshness,
    run: ({ shop }) => mirror.readFreshness(shop.domain),
  }),
  rebuildMirror: call(`POST ${path}/rebuild`, {
    for: "owner",
    summary: `Read all ${mirror.plural} from the store again`,
    status: 202,
    output: z.object({ jobId: text }),
    run: (context) => requestRebuild(mirror, context),
  }),
});
