import { useFetcher } from "@remix-run/react";
import { Button, InlineStack, Text } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { ActionAnswer } from "~/platform/notice";
import { ActionForm } from "~/ui/form/ActionForm";
import { TextInput } from "~/ui/form/fields";
import { LIMIT_FAILED, LIMIT_LABEL, LIMIT_SAVED } from "../messages";

/** What the page's action answers to this form. */
export type LimitAnswer = ActionAnswer & { limitSaved?: true };

const MESSAGE_MS = 7_000;

/** The default discount limit of students: digits or nothing, with its two messages for 7 seconds. */
export function DiscountLimit({ value }: { value: string }) {
  const fetcher = useFetcher<LimitAnswer>();
  const { data, state } = fetcher;
  const [message, setMessage] = useState<{ text: string; failed: boolean } | null>(null);

  useEffect(() => {
    if (state !== "idle" || !data) return;
    setMessage(data.limitSaved ? { text: LIMIT_SAVED, failed: false } : { text: LIMIT_FAILED, failed: true });
    const timer = setTimeout(() => setMessage(null), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [state, data]);

  return (
    <ActionForm fetcher={fetcher} hidden={{ intent: "saveLimit" }}>
      <InlineStack gap="200" blockAlign="end">
        <TextInput
          name="default_discount_limit"
          label={LIMIT_LABEL}
          defaultValue={value}
          inputMode="numeric"
          maxLength={12}
          validate={(text) => (/^\d*$/.test(text.trim()) ? undefined : "Only digits, or nothing.")}
          connectedRight={
            <Button submit loading={state !== "idle"}>
              Save
            </Button>
          }
        />
        <div role="status">
          {message && (
            <Text as="span" tone={message.failed ? "critical" : "success"}>
              {message.text}
            </Text>
          )}
        </div>
      </InlineStack>
    </ActionForm>
  );
}
