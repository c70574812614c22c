import { Banner } from "@shopify/polaris";
import type { ActionAnswer } from "~/platform/notice";

/**
 * What a refused submission was answered, inside its dialog: the status code, a word, and the server's message (section 8 of the
 * second specification text). Nothing while there is none.
 * @param word "Error" or "Error:", as the specification has it for the dialog
 */
export function RefusalBanner({ answer, word }: { answer?: ActionAnswer; word: string }) {
  if (!answer?.status || !answer.notice) return null;
  return (
    <Banner tone={answer.notice.level}>
      {answer.status} {word} {answer.notice.text}
    </Banner>
  );
}
