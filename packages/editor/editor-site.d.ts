/** The module that the option `site` names. */
declare module 'virtual:editor-site' {
  const site: import('./site.ts').EditorSite;
  export default site;
}
