FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY tests/machines/extractor tests/machines/extractor
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:26-slim
WORKDIR /app
COPY --from=build --chown=node:node /app /app
RUN mkdir data && chown node:node data
USER node
ENV HOST=0.0.0.0
EXPOSE 3000
VOLUME /app/data
HEALTHCHECK CMD ["node", "--eval", "fetch('http://127.0.0.1:3000/api/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1))"]
CMD ["node", "src/server/main.ts"]
