import type { Texts } from "~/core/answer-call.server";
import { pluralize } from "~/platform/text/pluralize";
import type { AgoraCalls } from "./pages";

const jobLink = (jobId: string, title: string) => ({
  link: { label: "Open in Jobs", url: `/jobs/${jobId}` },
  job: { id: jobId, title },
});

/** The calls that Sync buttons post, and what they say after them. */
export const agoraTexts: Texts<AgoraCalls> = {
  "agora.sync": ({ jobId, alreadyWaiting }, _input, name) => ({
    text: alreadyWaiting
      ? `${name} is already queued to sync to Agora.`
      : `${name} is being synced to Agora.`,
    ...jobLink(jobId, `Sync of ${name}`),
  }),
  "agora.syncMany": ({ jobId, count }, { customers }) => {
    const others = customers.length - count;
    const already = others > 0 ? ` ${pluralize(others, "was", "were")} already queued.` : "";
    return {
      text: `${pluralize(count, "person is", "people are")} queued to sync to Agora.${already}`,
      ...jobLink(jobId, "Sync to Agora"),
    };
  },
};
