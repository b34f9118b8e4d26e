# Atelier: one node. Alone it keeps its data in /data; with DATABASE_URL and REDIS_URL it is one of several.
#
#   docker build -t atelier .
#   docker run --read-only --tmpfs /tmp -v atelier:/data -p 127.0.0.1:4100:4100 atelier

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Scripts of packages do not run: nothing that runs in production needs one.
RUN npm ci --omit=dev --ignore-scripts

# The package, as npm pack makes it anywhere else: JavaScript, the page, the fonts, the guides.
FROM node:24-bookworm-slim AS package
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json README.md LICENSE NOTICE.md CHANGELOG.md SECURITY.md ./
COPY schema schema
COPY core core
COPY storage storage
COPY server server
COPY rest rest
COPY clients clients
COPY docs docs
RUN node --disable-warning=ExperimentalWarning clients/package/build.ts \
  && npm pack --ignore-scripts && mkdir /package && tar -xzf atelier-*.tgz -C /package --strip-components=1

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4100 DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=package /package ./
# The packages that the lock file names, rather than what a registry has today.
COPY --from=packages /app/node_modules node_modules
USER node
VOLUME /data
EXPOSE 4100
STOPSIGNAL SIGTERM
# Alive: whether it takes calls is for the load balancer to ask (/readyz).
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "built/server/main.js"]
