import { expect, test } from "vitest";
import { LIST_CHANGED } from "~/functions/salsifyDisplay/display-names";
import { answerSaveForm } from "~/functions/salsifyDisplay/form.server";
import { conflict, upstreamFailed } from "~/platform/errors";

const save = () => Promise.reject(conflict(LIST_CHANGED));
const list = { data: [], metaFieldId: null, digest: "d2", lastSave: null };

test.each([
  ["the list as it is now", async () => list, { conflict: list }],
  [
    "the reason when the list can't be read",
    () => Promise.reject(upstreamFailed("Shopify doesn't answer.")),
    { problem: LIST_CHANGED },
  ],
])("a save of a list that was changed answers %s", async (_what, read, more) => {
  const form = new FormData();
  for (const name of ["id", "digest"]) form.set(name, "d1");
  form.set("updateList", "[]");
  expect(await answerSaveForm({ save, list: read } as never, form)).toMatchObject({
    data: { notice: { level: "critical", text: "Failed to Update Records", seconds: 1.5 }, ...more },
    init: { status: 409 },
  });
});
