import { BlockStack, Divider, Text } from "@shopify/polaris";
import { type LimitedFunction, tabIdsProblem } from "~/core/access/tab-limits";
import type { ActionAnswer } from "~/platform/notice";
import { FormPage } from "~/ui/FormPage";
import { TextInput } from "~/ui/form/fields";
import { useFetcher } from "~/ui/useFetcher";
import type { AdministratorAccess } from "../contract";
import type { FunctionChoice } from "../function-choices";
import { tabsField } from "../tabs-field";
import { FlagChoices } from "./FlagChoices";

/** The form of an administrator's access: a checkbox per function, and tab limits where a function has them. */
export function AccessForm({
  person,
  choices,
  limited,
}: {
  person: AdministratorAccess;
  choices: readonly FunctionChoice[];
  limited: readonly LimitedFunction[];
}) {
  const fetcher = useFetcher<ActionAnswer>();
  return (
    <FormPage
      title={person.name}
      subtitle={person.email}
      backAction={{ content: "Access", url: "/access" }}
      fetcher={fetcher}
      hidden={{ intent: "grant", version: String(person.version) }}
    >
      <FlagChoices granted={person.flags} choices={choices} />
      <Divider />
      <BlockStack gap="100">
        <Text as="h2" variant="headingMd">
          Tabs
        </Text>
        <Text as="p" tone="subdued">
          These functions can be limited to some of their tabs, by the tabs' ids. A limit applies while the
          person may open the function.
        </Text>
      </BlockStack>
      {limited.map(({ flag, menuName, tabs }) => (
        <TextInput
          key={flag}
          name={tabsField(flag)}
          label={`Tabs of ${menuName}`}
          placeholder="Not limited"
          helpText={`Separated by commas: ${tabs.join(", ")}. Blank: all tabs.`}
          maxLength={1300}
          defaultValue={person.tabLimits[flag]?.join(", ")}
          validate={(text) => tabIdsProblem(text, tabs, person.tabLimits[flag])}
        />
      ))}
    </FormPage>
  );
}
