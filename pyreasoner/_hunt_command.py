"""Owns what `hunt` does once its options are known, and how it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyreasoner import _terminal
from pyreasoner._executing import executor
from pyreasoner._hunt_json import hunt_json
from pyreasoner._hunt_options import Plan, Request, plan_of
from pyreasoner._hunt_text import finding_text, origin_line, verdict_text
from pyreasoner._hunting import Hunting
from pyreasoner._json import dumps
from pyreasoner._named import require_known
from pyreasoner._progress import Progress
from pyreasoner._session import empty_page, print_results, rulebook_of
from pyreasoner._store import Store
from pyreasoner._words import counted
from pyreasoner.messages import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyreasoner._contradiction import Contradiction
    from pyreasoner._hunting import Verdict
    from pyreasoner._options import Options
    from pyreasoner._rulebook import Rulebook

_MINUTE = 60


def run_hunt(asked: Mapping[str, Any], options: Options) -> int:
    """Hunt for contradictions, and tell each as it is found.

    Args:
        asked: What is asked for, as `Request` has it.
        options: The options that all commands share.

    Raises:
        UsageError: An option names what does not exist, or the store is another hunt's.
        CaseError: The scope or the new card is refused.
        InternalError: A finding could not be confirmed.
    """
    request = Request(**asked)
    rulebook = rulebook_of(options)
    require_known(options, rulebook)
    plan = plan_of(request, options, rulebook)
    telling = _Telling(request, options, rulebook, plan)
    with (
        Store(plan.folder, _belongs(plan), resume=request.resume) as store,
        executor(plan.jobs, request.scheduler) as pool,
        Progress(options.lang) as progress,
    ):
        telling.progress = progress
        hunting = Hunting(
            plan.setup,
            plan.wanted,
            store,
            folder=plan.folder,
            time_limit=options.time_limit,
            told=telling.finding,
            progress=telling.rate,
        )
        verdict = hunting.run(pool, plan.jobs)
    telling.verdict(verdict)
    shown = [it for it in verdict.findings if plan.wanted.shows(it)]
    verdict.findings = shown
    return verdict.status()


def _belongs(plan: Plan) -> dict[str, str]:
    """Return what a store belongs to."""
    setup = plan.setup
    return {
        "rulebook": setup.digest,
        "scope": setup.scope.digest,
        "without": " ".join(setup.without),
        "kinds": " ".join(setup.kinds),
        "states": str(setup.max_states),
    }


class _Telling:
    """Tells people how a hunt goes."""

    def __init__(self, request: Request, options: Options, rulebook: Rulebook, plan: Plan) -> None:
        self._request = request
        self._options = options
        self._rulebook = rulebook
        self._plan = plan
        self._found = 0
        self._begun: int | None = None
        self.progress: Progress | None = None

    def finding(self, found: Contradiction) -> None:
        """Tell a finding as soon as it is confirmed."""
        if not self._plan.wanted.shows(found):
            return
        self._found += 1
        if self._options.json:
            return
        page = empty_page()
        finding_text(found, self._rulebook, self._options.lang, page, self._request.out)
        print_results(page.text() + "\n")

    def rate(self, searched: int, total: int, seconds: float) -> None:
        """Tell how much was searched, how fast, and what is left."""
        if self.progress is None:
            return
        lang = self._options.lang
        rate = searched / seconds if seconds else 0.0
        left = ""
        if total and rate:
            minutes = round((total - searched) / rate / _MINUTE, 1)
            left = say("hunt_left", lang, minutes=minutes)
        self.progress.say(
            say(
                "hunt_progress",
                lang,
                share=f"{100 * searched // total}%" if total else "…",
                searched=searched,
                rate=round(rate),
                findings=counted("hunt_findings", self._found, lang),
                left=left,
            )
        )

    def verdict(self, verdict: Verdict) -> None:
        """Tell what the hunt came to."""
        lang = self._options.lang
        scope, wanted = self._plan.setup.scope, self._plan.wanted
        shown = [it for it in verdict.findings if wanted.shows(it)]
        if self._options.json:
            without = self._plan.setup.without
            print_results(dumps(hunt_json(verdict, shown, scope, self._rulebook, without, lang)))
        else:
            page = empty_page()
            verdict_text(verdict, shown, scope, lang, page)
            page.put(origin_line(scope, self._rulebook, lang))
            print_results(page.text())
        if verdict.limit and not verdict.judged and self._plan.setup.coverage:
            _terminal.report(say("hunt_not_judged", lang) + "\n")
