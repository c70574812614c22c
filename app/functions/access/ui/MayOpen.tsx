import { Text } from "@shopify/polaris";
import { Tags } from "~/ui/Tags";
import type { FunctionChoice } from "../function-choices";

/** The functions that an administrator may open, by their names in the menu. */
export function MayOpen({
  isOwner,
  flags,
  choices,
}: {
  isOwner: boolean;
  flags: readonly string[];
  choices: readonly FunctionChoice[];
}) {
  if (isOwner) return <>Everything</>;
  if (flags.length === 0) {
    return (
      <Text as="span" tone="subdued">
        Nothing yet
      </Text>
    );
  }
  return (
    <Tags tags={flags.map((flag) => choices.find((choice) => choice.flag === flag)?.menuName ?? flag)} />
  );
}
