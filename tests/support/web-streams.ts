/** Vitest's setup for tests of components: their globals are jsdom's, and it lacks what every browser has. */
import { ReadableStream, TransformStream, WritableStream } from "node:stream/web";

Object.assign(globalThis, { ReadableStream, TransformStream, WritableStream });
