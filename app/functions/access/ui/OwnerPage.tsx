import { Card, Page, Text } from "@shopify/polaris";
import type { AdministratorAccess } from "../contract";

/** In place of the form for the account owner, who has everything. */
export function OwnerPage({ person }: { person: AdministratorAccess }) {
  return (
    <Page title={person.name} subtitle={person.email} backAction={{ content: "Access", url: "/access" }}>
      <Card>
        <Text as="p">The account owner may open everything. That cannot be limited.</Text>
      </Card>
    </Page>
  );
}
