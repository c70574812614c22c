import { Button, InlineStack, Text } from "@shopify/polaris";
import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "~/ui/lazy-part";
import { addressesIn, type DeliveryInput, deliveryText, OWN_LINK, problemOfRecipients } from "../delivery";

const RecipientsDialog = lazyPart(() => import("./RecipientsDialog"));

/**
 * Where the file of a page's button goes: one line, and a dialog to change it. It opens when something is wrong in it.
 * @param refusal why the server refused the recipients that it was sent
 */
export function useDelivery(refusal: string | undefined) {
  const [delivery, setDelivery] = useState<DeliveryInput>(OWN_LINK);
  const [isOpen, setOpen] = useState(false);
  const [isSubmitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<{ recipients: string; sendAs: string; text: string }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer speaks of what was sent, not of later changes
  useEffect(() => {
    setRefused(refusal === undefined ? undefined : { ...delivery, text: refusal });
    if (refusal !== undefined) setOpen(true);
  }, [refusal]);
  const isSame = refused?.recipients === delivery.recipients && refused.sendAs === delivery.sendAs;
  return {
    delivery,
    /** Called before a request. @returns whether the fields are valid */
    check(): boolean {
      const isValid = problemOfRecipients(delivery.recipients) === undefined;
      setSubmitted(!isValid);
      if (!isValid) setOpen(true);
      return isValid;
    },
    fields: (
      <InlineStack gap="200" blockAlign="center">
        <Text as="span" tone="subdued">
          {lineOf(delivery)}
        </Text>
        <Button
          variant="plain"
          accessibilityLabel="Change recipients and format"
          onClick={() => setOpen(true)}
        >
          Change
        </Button>
        {isOpen && (
          <Suspense>
            <RecipientsDialog
              delivery={delivery}
              onChange={setDelivery}
              refusal={isSame ? refused.text : undefined}
              isSubmitted={isSubmitted}
              onRefuse={() => setSubmitted(true)}
              onClose={() => setOpen(false)}
            />
          </Suspense>
        )}
      </InlineStack>
    ),
  };
}

function lineOf({ recipients, ...delivery }: DeliveryInput): string {
  const text = deliveryText({ ...delivery, recipients: addressesIn(recipients) });
  const words = text === "" ? "as a link to an Excel file" : text;
  return `Emailed to you${words.startsWith("also") ? "," : ""} ${words}.`;
}
