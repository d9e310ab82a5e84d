/** Mistakes in styles: unknown properties, invalid values, rules that hide each other. Layout is Prettier's. */
export default {
  extends: ['stylelint-config-standard'],
  overrides: [{ files: ['**/*.svelte'], customSyntax: 'postcss-html' }],
  rules: {
    // empty lines are left to whoever writes
    'at-rule-empty-line-before': null,
    'comment-empty-line-before': null,
    'custom-property-empty-line-before': null,
    'declaration-empty-line-before': null,
    'rule-empty-line-before': null,
    // the older notation is understood everywhere
    'media-feature-range-notation': 'prefix',
    'selector-pseudo-class-no-unknown': [true, { ignorePseudoClasses: ['global'] }],
    'property-no-vendor-prefix': [true, { ignoreProperties: ['box-orient', 'text-size-adjust', 'user-select'] }],
    // components are small, and what is nested deeper is stronger on purpose
    'no-descending-specificity': null,
  },
};
