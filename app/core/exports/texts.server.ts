import { TOO_MANY_ROWS } from "~/core/lists/keyset-page";

/**
 * What a page with the button Export Excel says after the two calls of each of its exports. The page itself starts a job for a list
 * that is too long for an answer.
 * @param names such as "exports.coupons"
 */
export const exportTexts = <const Name extends string>(...names: Name[]) =>
  Object.fromEntries(
    names.flatMap((name) => [
      [`${name}.rows`, ROWS_FOR_SHEET],
      [`${name}.start`, started],
    ]),
  ) as Record<`${Name}.rows`, typeof ROWS_FOR_SHEET> & Record<`${Name}.start`, typeof started>;

/** After a call whose rows the browser writes into a spreadsheet, unless they are too many for an answer. */
export const ROWS_FOR_SHEET = { say: () => null, failure: { code: TOO_MANY_ROWS }, asJson: true } as const;

const started = ({ jobId }: { jobId: string }) => ({
  level: "info" as const,
  text: "The list is long, so its file is being written in the background. It will be in Jobs.",
  link: { label: "Open in Jobs", url: `/jobs/${jobId}` },
  job: { id: jobId, writesFile: true as const },
});
