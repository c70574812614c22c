import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, Card, FormLayout, InlineStack } from "@shopify/polaris";
import type { ActionAnswer } from "~/platform/notice";
import { ActionForm } from "~/ui/form/ActionForm";
import { TextInput } from "~/ui/form/fields";
import { CardHeading } from "./CardHeading";

/** Where the shop's Agora answers, and its key, which can be replaced and never read. */
export function AgoraCard({ agora }: { agora: { base_url: string; hasKey: boolean } }) {
  const fetcher = useFetcher<ActionAnswer>();
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading title="Agora">
          The learning and reseller system that approved students and staff are synced to. Leave the address
          empty to end its use.
        </CardHeading>
        {/* What is stored now begins a new form, with an empty key. */}
        <ActionForm
          key={`${agora.base_url} ${fetcher.data?.notice?.text}`}
          fetcher={fetcher}
          action="/settings/agora"
        >
          <FormLayout>
            <TextInput
              name="base_url"
              label="Address"
              type="url"
              placeholder="https://agora.example.com/api"
              defaultValue={agora.base_url}
              maxLength={500}
              helpText="People are sent to this address followed by /users."
            />
            <TextInput
              name="key"
              label="Key"
              type="password"
              autoComplete="new-password"
              maxLength={500}
              helpText={
                agora.hasKey
                  ? "A key is stored. Enter a new one only to replace it."
                  : "It is stored encrypted and never shown again."
              }
            />
            <InlineStack align="end">
              <Button submit loading={fetcher.state !== "idle"}>
                Save
              </Button>
            </InlineStack>
          </FormLayout>
        </ActionForm>
      </BlockStack>
    </Card>
  );
}
