import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { Badge, Button, ButtonGroup, Icon, InlineStack } from "@shopify/polaris";
import { DragHandleIcon } from "@shopify/polaris-icons";
import { PlainTable } from "~/ui/list/PlainTable";
import { useCall } from "~/ui/useCall";
import { PRICE } from "../fields";
import { filtersCall } from "../function";
import type { CollectionFilter } from "../schemas";
import styles from "./FiltersFrame.module.css";
import { RowCheckbox } from "./RowCheckbox";

const COLUMNS = [
  { key: "included", title: "Included" },
  { key: "order", title: "Order", align: "end" },
  { key: "filter", title: "Filter", narrow: "title" },
  { key: "overwrite", title: "Overwrite" },
  { key: "actions", title: "Action", narrow: "plain" },
] as const;

const INSTRUCTIONS =
  "To move a filter, press Space or Enter. Then use the arrow keys, and press Space or Enter again to drop it. Press Escape to cancel.";

/** Below this movement (pixels), a press of the pointer isn't a drag. */
const DRAG_AFTER_PX = 4;

interface FilterGridProps {
  filters: readonly CollectionFilter[];
  onSettings(filter: CollectionFilter): void;
  onOptions(filter: CollectionFilter): void;
}

/** The filters of a collection. Those that it includes are moved by dragging, or by the keyboard. */
export default function FilterGrid({ filters, onSettings, onOptions }: FilterGridProps) {
  const { run, isBusy } = useCall();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_AFTER_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const names = filters.filter(({ included }) => included).map(({ name }) => name);
  const collection = filters[0]?.collection ?? "";
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const [from, to] = [names.indexOf(String(active.id)), names.indexOf(String(over?.id))];
    if (from < 0 || to < 0 || from === to) return;
    run(
      filtersCall("solrFilters.reorder", {
        id: collection,
        collection,
        names: arrayMove(names, from, to),
        seen: names,
      }),
    );
  };
  return (
    <DndContext
      // A fixed id, so that the server and the browser render the same.
      id="filters"
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[({ transform }) => ({ ...transform, x: 0 })]}
      onDragEnd={onDragEnd}
      accessibility={{ screenReaderInstructions: { draggable: INSTRUCTIONS } }}
    >
      <SortableContext items={names} strategy={verticalListSortingStrategy} disabled={isBusy}>
        <PlainTable
          caption="filters"
          columns={COLUMNS}
          density="compact"
          // Another collection's checkboxes are others, although the filters have the same names.
          rows={filters.map((filter) => ({ ...filter, id: `${filter.collection} ${filter.name}` }))}
          cells={{
            included: ({ name, collection, included }) => (
              <RowCheckbox
                label={`Include ${name}`}
                checked={included}
                callOf={(isIncluded) =>
                  filtersCall(isIncluded ? "solrFilters.include" : "solrFilters.remove", {
                    id: collection,
                    collection,
                    name,
                  })
                }
              />
            ),
            order: ({ name, order, included }) => (included ? <Handle name={name} order={order} /> : order),
            filter: ({ name, hasValues }) => (
              <InlineStack gap="200" blockAlign="center">
                <span>{name}</span>
                {!hasValues && <Badge tone="attention">No values</Badge>}
              </InlineStack>
            ),
            overwrite: ({ overwrite }) => overwrite,
            actions: (filter) => (
              <ButtonGroup noWrap>
                <Button
                  size="slim"
                  disabled={!filter.included}
                  accessibilityLabel={`Settings of ${filter.name}`}
                  onClick={() => onSettings(filter)}
                >
                  Settings
                </Button>
                <Button
                  size="slim"
                  // The price is filtered by a range, so it has no options.
                  disabled={!filter.included || filter.name === PRICE}
                  accessibilityLabel={`Options of ${filter.name}`}
                  onClick={() => onOptions(filter)}
                >
                  Options
                </Button>
              </ButtonGroup>
            ),
          }}
        />
      </SortableContext>
    </DndContext>
  );
}

/** Moves a filter, and shows its order. */
function Handle({ name, order }: { name: string; order: number }) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id: name });
  return (
    <button
      type="button"
      ref={setNodeRef}
      {...attributes}
      {...listeners}
      className={styles.handle}
      data-dragging={isDragging || undefined}
      aria-label={`Move ${name}`}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
    >
      <Icon source={DragHandleIcon} tone="subdued" />
      {order}
    </button>
  );
}
