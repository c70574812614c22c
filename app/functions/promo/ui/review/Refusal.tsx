import { Banner } from "@shopify/polaris";
import type { Notice } from "~/platform/notice";

interface RefusalProps {
  notice: Notice | undefined;
  /** The submission that it is about, if the dialog shows another one. */
  of?: string;
}

/** Why something wasn't done, inside the dialog where it was requested. Nothing without a refusal. */
export const Refusal = ({ notice, of }: RefusalProps) =>
  notice ? (
    <Banner tone={notice.level}>{of ? `Submission ${of}: ${notice.text}` : notice.text}</Banner>
  ) : null;
