import { Banner } from "@shopify/polaris";
import { useOperation } from "~/ui/useOperation";
import type { Giveaway } from "../schemas";

/** Says that a giveaway was deleted, and restores it. Its pages are reached from the Activity page then. */
export function DeletedBanner({
  giveaway: { id, isDeleted },
}: {
  giveaway: Pick<Giveaway, "id" | "isDeleted">;
}) {
  const restoring = useOperation();
  if (!isDeleted) return null;
  return (
    <Banner
      tone="warning"
      title="This giveaway was deleted"
      action={{
        content: "Restore",
        loading: restoring.isBusy,
        onAction: () => restoring.run({ intent: "restore", id: String(id) }, "/giveaways"),
      }}
    >
      Its registration page is closed, and nothing can be drawn until it is restored.
    </Banner>
  );
}
