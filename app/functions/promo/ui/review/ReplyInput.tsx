import { BlockStack, Select, TextField } from "@shopify/polaris";
import { useCallback, useEffect, useRef, useState } from "react";
import {
  fillReply,
  MAX_REPLY_LENGTH,
  REPLY_USES,
  type ReplyTemplate,
  type ReplyUse,
  type ReplyValues,
} from "~/domain/submissions/reply-text";
import { LOYALTY_ORDERS, promoCall } from "../../function";

interface ReplyInputProps {
  templates: readonly ReplyTemplate[];
  /** What a template can be selected for here. */
  uses: readonly ReplyUse[];
  message: string;
  onChange(message: string): void;
  /** Of the submission. Without them, the placeholders are filled when the message is sent. */
  values?: ReplyValues;
  error?: string;
}

const NO_VALUES: ReplyValues = {};
const NONE_TYPED: Readonly<Record<string, string>> = {};

/** A message to the customer: from a template, or written by the reviewer. It can be edited before it is sent. */
export function ReplyInput({ templates, uses, message, onChange, values, error }: ReplyInputProps) {
  const [templateId, setTemplateId] = useState("");
  /** What was typed under the choices before this one, so that coming back to one loses nothing. */
  const [typed, setTyped] = useState(NONE_TYPED);
  // After its message was sent or deleted, a template can be selected again. The next message may be to someone else.
  if (!message && (templateId || typed !== NONE_TYPED)) {
    setTemplateId("");
    setTyped(NONE_TYPED);
  }
  const groups = uses.flatMap((use) => {
    const options = templates
      .filter((template) => template.use === use)
      .map(({ id, name }) => ({ value: String(id), label: name }));
    return options.length > 0 ? [{ title: REPLY_USES[use], options }] : [];
  });
  const select = (id: string) => {
    const template = templates.find((one) => String(one.id) === id);
    const text = typed[id] ?? (template && fillReply(template.text, values ?? NO_VALUES));
    if (message) setTyped({ ...typed, [templateId]: message });
    setTemplateId(id);
    if (text) onChange(text);
  };
  return (
    <BlockStack gap="200">
      {groups.length > 0 && (
        <Select
          label="Reply template"
          labelHidden
          options={[{ value: "", label: "Select Reply Template" }, ...groups]}
          value={templateId}
          onChange={select}
        />
      )}
      <TextField
        label="Message"
        labelHidden
        multiline={3}
        maxHeight={240}
        autoComplete="off"
        maxLength={MAX_REPLY_LENGTH}
        value={message}
        onChange={onChange}
        error={error}
        helpText="Deny and Hold send this message instead of the usual email. Approve doesn't send it."
      />
    </BlockStack>
  );
}

/** Clears a message once it was sent, unless the reviewer has begun another one since. */
export function useSentMessage({ message, setMessage }: Pick<ReviewChoice, "message" | "setMessage">) {
  const sentMessage = useRef("");
  const latestMessage = useRef(message);
  latestMessage.current = message;
  return {
    /** Call it when a message is being sent. */
    markSending(text: string): void {
      sentMessage.current = text;
    },
    /** Call it when the message was sent. @returns whether it is cleared */
    clearSent: useCallback((): boolean => {
      const isSent = latestMessage.current === sentMessage.current;
      if (isSent) setMessage("");
      return isSent;
    }, [setMessage]),
  };
}

/** What is chosen and written in a review. */
export interface ReviewChoice {
  denyReason: string;
  setDenyReason(id: string): void;
  holdReason: string;
  setHoldReason(id: string): void;
  /** To the customer. Empty for the usual email. */
  message: string;
  setMessage(message: string): void;
  /** Forgets the message to a submission that was decided on. */
  forgetMessage(submissionId: string): void;
}

/** The calls of the decisions on submissions, with what is chosen and written. Those of loyalty promotions have an approval of their own. */
export function decisionCalls(
  ids: readonly string[],
  { denyReason, holdReason, message: text }: ReviewChoice,
  isLoyalty: boolean,
) {
  const list = ids.map(Number);
  // Without one, the usual email is sent.
  const message = text.trim() || undefined;
  return {
    approve: () => promoCall(isLoyalty ? "promo.loyaltyOrderApprove" : "promo.approve", { list }),
    deny: () =>
      promoCall("promo.deny", { list, reason: denyReason, message }, isLoyalty ? LOYALTY_ORDERS : undefined),
    hold: () => promoCall("promo.hold", { list, reason: holdReason, message }),
  };
}

/** The messages that were written in this window and not sent, by submission. */
let messageDrafts = NONE_TYPED;

/**
 * The chosen reasons of a submission and the message. Another submission starts without them. A message isn't lost: it is there again when
 * its submission is.
 * @param submissionId or a name for several
 */
export function useReviewChoice(submissionId: string): ReviewChoice {
  const [denyReason, setDenyReason] = useState("");
  const [holdReason, setHoldReason] = useState("");
  const [messages, setMessages] = useState(messageDrafts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another submission clears them
  useEffect(() => {
    setDenyReason("");
    setHoldReason("");
  }, [submissionId]);
  const keep = useCallback((id: string, message: string) => {
    messageDrafts = { ...messageDrafts, [id]: message };
    setMessages(messageDrafts);
  }, []);
  const setMessage = useCallback((message: string) => keep(submissionId, message), [keep, submissionId]);
  const forgetMessage = useCallback((id: string) => keep(id, ""), [keep]);
  return {
    denyReason,
    setDenyReason,
    holdReason,
    setHoldReason,
    message: messages[submissionId] ?? "",
    setMessage,
    forgetMessage,
  };
}
