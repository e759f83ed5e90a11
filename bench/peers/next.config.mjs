// without the development server's additions
export default { poweredByHeader: false, reactStrictMode: true, outputFileTracingRoot: import.meta.dirname }
