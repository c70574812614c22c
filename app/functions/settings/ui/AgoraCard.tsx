import { useFetcher } from "@remix-run/react";
import type { ActionAnswer } from "~/platform/notice";
import { CardForm } from "~/ui/form/CardForm";
import { TextInput } from "~/ui/form/fields";

/** The address of the shop's Agora, and its key, which can be replaced but never read. */
export function AgoraCard({ agora }: { agora: { base_url: string; hasKey: boolean } }) {
  const fetcher = useFetcher<ActionAnswer>();
  return (
    <CardForm
      title="Agora"
      about="The learning and reseller system that approved students and staff are synced to. Leave the address empty to turn it off."
      fetcher={fetcher}
      action="/settings/agora"
      // After a save the key is empty again.
      stored={`${agora.base_url} ${fetcher.data?.notice?.text}`}
    >
      <TextInput
        name="base_url"
        label="Address"
        type="url"
        placeholder="https://agora.example.com/api"
        defaultValue={agora.base_url}
        maxLength={500}
        helpText="Customers are sent to this address followed by /users."
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
    </CardForm>
  );
}
