import { Banner, type BannerHandles, BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import { type ReactNode, useEffect, useRef } from "react";
import type { ActionAnswer, Notice } from "~/platform/notice";
import { useNotices } from "../useNotices";
import { useForm } from "./form-context";

interface ConflictBannerProps {
  title?: string;
  /** Who changed what, and where the other values are. */
  children: ReactNode;
  /** Saves what this person entered over what is stored now. */
  onApply(): void;
  /** Where no other button discards what was entered. */
  discard?: { label: string; onAction(): void };
  isBusy?: boolean;
}

/** Someone else changed what this person is editing: nothing was saved, and what was entered is still there. */
export function ConflictBanner({ title, children, onApply, discard, isBusy }: ConflictBannerProps) {
  const banner = useRef<BannerHandles>(null);
  useEffect(() => banner.current?.focus(), []);
  return (
    <Banner ref={banner} tone="warning" title={title}>
      <BlockStack gap="300">
        {children}
        <InlineStack gap="200">
          <Button loading={isBusy} onClick={onApply}>
            Apply my changes on top
          </Button>
          {discard && (
            <Button variant="tertiary" onClick={discard.onAction}>
              {discard.label}
            </Button>
          )}
        </InlineStack>
      </BlockStack>
    </Banner>
  );
}

const IN_FIELDS = "Each field that was changed says what it is now.";

interface FormConflictProps extends Pick<ConflictBannerProps, "onApply"> {
  /** Of the answer: why the form wasn't saved. */
  notice: Notice;
  /** Where it is said what has changed. */
  where?: string;
}

/** Why a form wasn't saved, when its fields say what has changed. No notice above the page repeats it. */
export function FormConflict({ notice, where = IN_FIELDS, onApply }: FormConflictProps) {
  const { dismissNotice } = useNotices();
  useEffect(() => dismissNotice(notice), [dismissNotice, notice]);
  return (
    <ConflictBanner onApply={onApply}>
      <Text as="p">{notice.text}</Text>
      <Text as="p">{`What you entered is still below. ${where}`.trim()}</Text>
    </ConflictBanner>
  );
}

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
