/*
 * Says in words why the page is empty: a browser that is too old for its scripts, or a script that did not load. Handed out as it is, in
 * the language of old browsers. The words are in the page: renderer/not-started.ts.
 */
(function () {
  var root = document.getElementById('root');
  var words = document.getElementById('not-started');
  var wanted = String(navigator.language || '').slice(0, 2);

  function keepOnly(all, isKept) {
    for (var place = 0; place < all.length; place += 1) all[place].style.display = isKept(all[place]) ? '' : 'none';
  }

  function show(why) {
    if (!root || !words || root.firstChild) return;
    var own = words.querySelector('[lang="' + wanted + '"]') || words.children[0];
    keepOnly(words.children, function (one) {
      return one === own;
    });
    keepOnly(own.querySelectorAll('[data-why]'), function (one) {
      return one.getAttribute('data-why') === why;
    });
    words.removeAttribute('hidden');
  }

  // Modules are younger than some browsers: these never ask for the script, so nothing fails either.
  if (!('noModule' in document.createElement('script'))) show('old');
  window.addEventListener(
    'error',
    function (event) {
      var tag = event.target && event.target.tagName;
      if (tag === undefined) show('old');
      if (tag === 'SCRIPT') show('missing');
    },
    true
  );
})();
