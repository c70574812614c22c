import { Banner } from "@shopify/polaris";
import type { ActionAnswer } from "~/platform/notice";
import { useForm } from "./form-context";

interface RefusalBannerProps {
  answer?: ActionAnswer;
  /** "Error" or "Error:", where the dialog's texts are fixed as the status code, this word and the message. */
  word?: string;
}

/** The refusal of a submission, inside its dialog's form. Shows nothing without a refusal, or when the fields already show it. */
export function RefusalBanner({ answer, word }: RefusalBannerProps) {
  const { hasField } = useForm();
  if (!answer?.notice) return null;
  const { level, title, text } = answer.notice;
  const atFields = Object.entries(answer.fieldErrors ?? {}).filter(([name]) => hasField(name));
  if (!word && atFields.map(([, message]) => message).join(" ") === text) return null;
  return (
    <Banner tone={level} title={title}>
      {word && answer.status ? `${answer.status} ${word} ${text}` : text}
    </Banner>
  );
}
