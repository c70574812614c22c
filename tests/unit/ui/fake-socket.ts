/** A test that imports this file has a fake connection to the server instead of a real one. */
import { EventEmitter } from "node:events";
import { act, waitFor } from "@testing-library/react";
import { beforeEach, expect, vi } from "vitest";

/** What the page connected with. */
export const line = { options: null as unknown };

vi.mock("socket.io-client", () => ({
  io: (options: unknown) => {
    line.options = options;
    return socket;
  },
}));

/** The server's end of the line: what is emitted here arrives in the page. */
class FakeSocket extends EventEmitter {
  active = true;
  connect = vi.fn();
  disconnect = vi.fn();
  io = new EventEmitter();
  /** The lists that changed while the page was away. By default, the server doesn't know. */
  missed: string[] | null = null;
  timeout = () => ({ emitWithAck: async () => this.missed });
}

/** The connection of the current test. */
export let socket: FakeSocket;
beforeEach(() => {
  socket = new FakeSocket();
  const idToken = vi.fn().mockResolvedValueOnce("first token").mockResolvedValue("second token");
  Object.assign(window, { shopify: { idToken, toast: { show: () => {} }, loading: () => {} } });
});

/** Waits until the page listens, and connects it. */
export const connected = async () => {
  await waitFor(() => expect(socket.listenerCount("connect")).toBe(1));
  await act(async () => void socket.emit("connect"));
};

/** Sends an event to the page. */
export const publish = (event: string, data: unknown) => act(() => void socket.emit(event, data));
