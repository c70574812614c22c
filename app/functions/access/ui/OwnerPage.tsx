import { Card, Page, Text } from "@shopify/polaris";
import type { AdministratorAccess } from "../contract";

/** Replaces the form for the account owner, who has full access. */
export function OwnerPage({ person }: { person: AdministratorAccess }) {
  return (
    <Page title={person.name} subtitle={person.email} backAction={{ content: "Access", url: "/access" }}>
      <Card>
        <Text as="p">The account owner may open everything. This can't be limited.</Text>
      </Card>
    </Page>
  );
}
