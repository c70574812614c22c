import { Banner } from "@shopify/polaris";
import type { ActionAnswer } from "~/platform/notice";

interface RefusalBannerProps {
  answer?: ActionAnswer;
  /** "Error" or "Error:", where the dialog's texts are fixed as the status code, this word and the message. */
  word?: string;
}

/** The refusal of a submission, inside its dialog. Nothing while there is none. */
export function RefusalBanner({ answer, word }: RefusalBannerProps) {
  if (!answer?.notice) return null;
  const { level, title, text } = answer.notice;
  return (
    <Banner tone={level} title={title}>
      {word && answer.status ? `${answer.status} ${word} ${text}` : text}
    </Banner>
  );
}
