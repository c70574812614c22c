import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { Suspense, useCallback, useState } from "react";
import { lazyPart } from "~/ui/lazy-part";
import type { MediaRow } from "../change-media.server";
import styles from "./MediaList.module.css";
import { MediaListItem, nameOf } from "./MediaListItem";
import type { MediaListState } from "./useMediaList";

const MediaPreview = lazyPart(() => import("./MediaPreview"));

const INSTRUCTIONS =
  "To move an item, press Space or Enter. Then use the arrow keys, and press Space or Enter again to drop it. Press Escape to cancel.";

/** Below this movement (pixels), a press of the pointer isn't a drag. */
const DRAG_AFTER_PX = 4;

/** The items of a media list. They are moved by dragging, or by the keyboard. */
export default function MediaList({ title, media }: { title: string; media: MediaListState }) {
  const { list, isBusy, isResetting, move } = media;
  const [shown, setShown] = useState<string | null>(null);
  const closePreview = useCallback(() => setShown(null), []);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_AFTER_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const order = list.findIndex(({ id }) => id === over?.id) + 1;
    if (over && over.id !== active.id && order > 0) move(String(active.id), order);
  };
  return (
    <>
      <DndContext
        // A fixed id, so that the server and the browser render the same.
        id="media-list"
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={[({ transform }) => ({ ...transform, x: 0 })]}
        onDragEnd={onDragEnd}
        accessibility={{
          announcements: announcementsFor(list),
          screenReaderInstructions: { draggable: INSTRUCTIONS },
        }}
      >
        <SortableContext
          items={list.map(({ id }) => id)}
          strategy={verticalListSortingStrategy}
          disabled={isResetting}
        >
          <ol className={styles.list} aria-label={`Media of ${title}`} aria-busy={isBusy}>
            {list.map((item) => (
              <MediaListItem
                key={item.id}
                item={item}
                product={title}
                media={media}
                onPreview={() => setShown(item.id)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      {shown !== null && (
        <Suspense>
          <MediaPreview list={list} id={shown} onShow={setShown} onClose={closePreview} />
        </Suspense>
      )}
    </>
  );
}

/** What a screen reader says while an item is moved. */
function announcementsFor(list: readonly MediaRow[]): Announcements {
  const name = (id: string | number) => {
    const item = list.find((one) => one.id === id);
    return item ? nameOf(item) : "The item";
  };
  const position = (id: string | number) =>
    `position ${list.findIndex((one) => one.id === id) + 1} of ${list.length}`;
  return {
    onDragStart: ({ active }) => `Picked up ${name(active.id)}, at ${position(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${name(active.id)} is over ${position(over.id)}.` : `${name(active.id)} is outside the list.`,
    onDragEnd: ({ active, over }) =>
      over ? `${name(active.id)} was dropped at ${position(over.id)}.` : `${name(active.id)} wasn't moved.`,
    onDragCancel: ({ active }) => `Canceled. ${name(active.id)} stays at ${position(active.id)}.`,
  };
}
