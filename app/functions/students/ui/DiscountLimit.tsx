import { BlockStack, Box, Button, Popover, Text } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import { discountLimitProblem } from "~/domain/customers/tag-value";
import { formatDecimal } from "~/platform/money/format-money";
import { ActionForm } from "~/ui/form/ActionForm";
import { TextInput } from "~/ui/form/fields";
import { useFrame } from "~/ui/frame";
import { useFetcher } from "~/ui/useFetcher";
import { studentsCall } from "../function";
import { LIMIT_FAILED, LIMIT_LABEL, LIMIT_SAVED } from "../messages";

const MESSAGE_MS = 7_000;

/** A page action that shows the default discount limit of students and opens its form. */
export function DiscountLimit({ value }: { value: string }) {
  const [isOpen, setOpen] = useState(false);
  const { currency } = useFrame().shop;
  return (
    <Popover
      active={isOpen}
      preferredAlignment="right"
      autofocusTarget="first-node"
      onClose={() => setOpen(false)}
      activator={
        <Button disclosure onClick={() => setOpen(!isOpen)}>
          {`Default limit: ${value === "" ? "none" : formatDecimal(value, currency)}`}
        </Button>
      }
    >
      <Box padding="400" minWidth="320px">
        <LimitForm value={value} />
      </Box>
    </Popover>
  );
}

/** The form of the limit, with its two messages for 7 seconds. */
function LimitForm({ value }: { value: string }) {
  const fetcher = useFetcher<CallAnswer>();
  const { data, state } = fetcher;
  // What the form opened with or saved last. A refresh of the page doesn't change the text in the field.
  const [seen, setSeen] = useState(value);
  const latest = useRef(value);
  latest.current = value;
  const [message, setMessage] = useState<{ text: string; failed: boolean } | null>(null);

  useEffect(() => {
    if (state !== "idle" || !data) return;
    const { value: saved } = (data.value ?? {}) as { value?: string };
    const failed = saved === undefined;
    if (saved !== undefined) setSeen(saved);
    // Someone else has changed it. The button says what it is now, and the next try replaces that.
    else if (data.status === 409) setSeen(latest.current);
    setMessage({ text: failed ? LIMIT_FAILED : LIMIT_SAVED, failed });
    const timer = setTimeout(() => setMessage(null), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [state, data]);

  return (
    <ActionForm fetcher={fetcher} call={studentsCall("students.saveDefaultDiscountLimit", { seen })}>
      <BlockStack gap="200">
        <TextInput
          name="default_discount_limit"
          label={LIMIT_LABEL}
          defaultValue={value}
          inputMode="numeric"
          maxLength={12}
          validate={(text) => discountLimitProblem(text.trim())}
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
      </BlockStack>
    </ActionForm>
  );
}
