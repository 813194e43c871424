// Plays a declarative Jenkinsfile: `sh` runs for real in the workspace, files are stashed, branches run
// side by side, each `node` in a clone of its own beside the workspace; what plugins do is said.
//   play.groovy JENKINSFILE WORKSPACE NAME=VALUE…    called in /, from where scripts are looked for
import groovy.io.FileType
import java.nio.file.FileSystems
import java.nio.file.Files
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicInteger
import com.lesfurets.jenkins.unit.BasePipelineTest

// Where a branch is.
class Place {
    File workspace
    String folder = '.'
    Map<String, String> environment = [:]
}

class Play extends BasePipelineTest {
    Map<String, Object> variables = [:]
    InheritableThreadLocal<Place> place = new InheritableThreadLocal<>()
    Map<String, File> stashes = new ConcurrentHashMap<>()
    AtomicInteger nodes = new AtomicInteger()
    boolean skips = false

    void register(String name, List<Class> types, Closure body = null) {
        helper.registerAllowedMethod(name, types, body)
    }

    Object shell(Map step) {
        Map<String, String> environment = new TreeMap<>(System.getenv())
        binding.variables.each { name, value ->
            if (name ==~ /[A-Z_]+/) environment[name as String] = value.toString()
        }
        variables.each { name, value -> environment[name] = value.toString() }
        environment.putAll(place.get().environment)
        environment.WORKSPACE = place.get().workspace.path
        Process process = new ProcessBuilder('/bin/sh', '-xe', '-c', step.script as String)
            .directory(here()).redirectErrorStream(true).with {
                it.environment().clear(); it.environment().putAll(environment); it.start() }
        process.inputStream.eachLine { println "  | $it" }
        int status = process.waitFor()
        if (step.returnStatus) return status
        if (status != 0) { throw new IllegalStateException("sh ended with $status") }
        return null
    }

    File here() {
        File folder = new File(place.get().workspace, place.get().folder)
        folder.mkdirs()
        return folder
    }

    // Other files than those that the place of before had: `body` in `there`, then back.
    void at(Place there, Closure body) {
        Place before = place.get()
        place.set(there)
        try { body() } finally { place.set(before) }
    }

    void branches(Map<String, Object> all) {
        List<Throwable> failures = Collections.synchronizedList([])
        all.findAll { it.value instanceof Closure }.collect { name, body ->
            Thread.start { try { body() } catch (Throwable failure) { failures << failure } }
        }*.join()
        if (failures) { throw failures[0] }
    }

    void node(Closure body) {
        File workspace = place.get().workspace
        at(new Place(workspace: new File("${workspace.path}-node-${nodes.incrementAndGet()}")), body)
    }

    void checkout(File repository) {
        Place there = place.get()
        shell(script: "git clone --quiet '${repository.path}' '${there.workspace.path}'")
    }

    List<String> filesOf(File folder, String patterns) {
        def matchers = patterns.split(',').collect {
            FileSystems.default.getPathMatcher("glob:${it.trim()}") }
        List<String> found = []
        folder.eachFileRecurse(FileType.FILES) {
            def path = folder.toPath().relativize(it.toPath())
            if (matchers.any { it.matches(path) }) { found << path.toString() }
        }
        return found
    }

    void copy(File from, String patterns, File to) {
        filesOf(from, patterns).each { path ->
            new File(to, path).parentFile.mkdirs()
            Files.copy(new File(from, path).toPath(), new File(to, path).toPath())
        }
    }

    void stash(Map step) {
        File folder = Files.createTempDirectory('stash').toFile()
        copy(here(), step.includes as String, folder)
        stashes[step.name as String] = folder
        println "  stash $step.name: ${filesOf(folder, '**').size()} files"
    }

    void unstash(String name) {
        if (!stashes[name]) { throw new IllegalStateException("nothing is stashed as $name") }
        copy(stashes[name], '**', here())
    }

    // What the last build of a job left, beside the first workspace.
    File archive(Object job) { new File("${variables.WORKSPACE}-archives", job as String) }

    void setUp(File workspace, Map<String, Object> given) {
        place.set(new Place(workspace: workspace))
        variables = [WORKSPACE: workspace.path, JOB_NAME: 'parcel', BUILD_TAG: 'jenkins-parcel-1',
                     BRANCH_NAME: 'main', CHANGE_ID: ''] + given
        super.setUp()
        helper.callStack = Collections.synchronizedList([])  // branches add to it
        binding.setVariable('any', 'any')
        binding.setVariable('none', 'none')
        binding.setVariable('scm', 'scm')
        binding.setVariable('env', variables.withDefault { binding.variables[it] ?: '' })
        binding.setVariable('params', [COMMIT_TESTS: given.COMMIT_TESTS == 'true'])
        ['pipeline', 'options', 'parameters', 'environment', 'stages', 'post', 'always', 'script',
         'when', 'failure', 'success', 'unsuccessful'].each {
            register(it, [Closure]) { Closure body -> body() } }
        register('agent', [String]); register('agent', [Closure]) { it() }
        register('expression', [Closure]) { Closure body -> if (!body()) skips = true }
        register('steps', [Closure]) { Closure body -> if (!skips) body() }
        register('stage', [String, Closure]) { String name, Closure body ->
            println "stage $name"; skips = false; body(); skips = false }
        register('dir', [String, Closure]) { String name, Closure body ->
            Place there = place.get()
            String inner = new File(there.folder, name).path
            at(new Place(workspace: there.workspace, folder: inner,
                         environment: there.environment), body) }
        register('withEnv', [List, Closure]) { List pairs, Closure body ->
            Place there = place.get()
            def more = pairs.collectEntries { it.toString().split('=', 2) as List }
            at(new Place(workspace: there.workspace, folder: there.folder,
                         environment: there.environment + more), body) }
        register('node', [Closure]) { Closure body -> node(body) }
        File repository = workspace
        register('checkout', [Object]) { Object scm -> checkout(repository) }
        register('parallel', [Map]) { Map all -> branches(all) }
        register('stash', [Map]) { Map step -> stash(step) }
        register('unstash', [String]) { String name -> unstash(name) }
        register('withCredentials', [List, Closure]) { List l, Closure body -> body() }
        ['disableConcurrentBuilds', 'lastCompleted'].each { register(it, []) }
        ['timeout', 'logRotator', 'booleanParam', 'recordCoverage',
         'gitUsernamePassword'].each { String name ->
            register(name, [Map]) { Map m -> println "  $name $m"; m } }
        register('buildDiscarder', [Object])
        register('junit', [Map]) { Map m -> matches('junit', m.testResults as String) }
        register('archiveArtifacts', [Map]) { Map m ->
            matches('archive', m.artifacts as String)
            archive(variables.JOB_NAME).deleteDir()
            copy(place.get().workspace, m.artifacts as String, archive(variables.JOB_NAME)) }
        register('copyArtifacts', [Map]) { Map m ->
            println "  copyArtifacts $m"
            File archived = archive(m.projectName)
            if (archived.exists()) { copy(archived, m.filter as String, here()) }
            else if (!m.optional) { throw new IllegalStateException("no build of $m.projectName") } }
        register('sh', [String]) { String text -> shell(script: text) }
        register('sh', [Map]) { Map step -> shell(step) }
        register('unstable', [String]) { String text -> println "  UNSTABLE $text" }
        register('error', [String]) { String text -> throw new IllegalStateException(text) }
    }

    void matches(String what, String patterns) {
        patterns.split(',')*.trim().each { pattern ->
            println "  $what $pattern: ${filesOf(place.get().workspace, pattern).size()} files"
        }
    }
}

def given = args.drop(2).collectEntries { it.split('=', 2) as List }
def play = new Play()
play.setUp(new File(args[1]).canonicalFile, given)
play.runScript(new File(args[0]).canonicalPath.substring(1))
println 'ended'
